import Foundation
import Mimeograph
import MimeographSession
import Testing

@Test func commandsHideSecrets() {
    let message = RequestMessage(
        method: .post,
        url: "https://ada:pass@h/x?q={a,b}",
        fields: [
            "Authorization": "Bearer t0p", "Cookie": "id=t0p", "X-Api-Key": "t0p", "Accept": "text/x", "X-Empty": "",
        ],
        body: .bytes(Array("it's $HOME `x`".utf8))
    )
    let command = message.curlCommand()
    #expect(
        command == """
            curl --request 'POST' --header 'Authorization: (hidden)' --header 'Cookie: (hidden)' \
            --header 'X-Api-Key: (hidden)' --header 'Accept: text/x' --header 'X-Empty;' \
            --data-raw 'it'\\''s $HOME `x`' --globoff 'https://h/x?q={a,b}'
            """
    )
    #expect(!message.curlCommand(showsBody: false).contains("HOME"))
}

@Test(arguments: ["plain", "it's", "$(touch x) `y` \"z\" \\ !", "line\nbreak", "ü…", "@file", "-x"])
func aShellReadsWhatWasMeant(_ text: String) throws {
    let message = RequestMessage(method: .put, url: "http://h/\(text.utf8.count)", body: .bytes(Array(text.utf8)))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", message.curlCommand().replacing("curl ", with: "printf '%s\\0' ", maxReplacements: 1)]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let words = output.fileHandleForReading.readDataToEndOfFile().split(separator: 0).map {
        String(decoding: $0, as: UTF8.self)
    }
    process.waitUntilExit()
    #expect(words == ["--request", "PUT", "--data-raw", text, "--globoff", "http://h/\(text.utf8.count)"])
}
