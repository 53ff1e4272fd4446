import Foundation
import Mimeograph
import MimeographSession
import TestSupport
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
    let line = message.curlCommand().replacing("curl ", with: "printf '%s\\0' ", maxReplacements: 1)
    let words = try ChildProcess.run("/bin/sh", ["-c", line]).text.split(separator: "\0").map(String.init)
    #expect(words == ["--request", "PUT", "--data-raw", text, "--globoff", "http://h/\(text.utf8.count)"])
}

/// In each POSIX shell, a byte that is not UTF-8 is sent as that byte.
@Test func aFieldHasTheBytesThatAreSent() throws {
    let tag = Array("\"it's caf".utf8) + [0xE9, 0x81, 0x22]
    let message = RequestMessage(url: "http://h/", fields: ["If-None-Match": String(opaque: tag)])
    let line = message.curlCommand().replacing("curl ", with: "printf '%s\\0' ", maxReplacements: 1)
    let words = try ChildProcess.run("/bin/sh", ["-c", line]).output.split(separator: 0)
    #expect(words.dropFirst().first.map { Array($0) } == Array("If-None-Match: ".utf8) + tag)
}

/// A URL, a type and a body with the secret `hush`, and the parts that the command must contain.
private let secrets: [(String, String, String, [String])] = [
    ("http://h/x?access_token=hush&page=2#f", "text/plain", "a", ["access_token=(hidden)&page=2"]),
    ("http://h/x?api%5Fkey=hush&X-Amz-Signature=hush&q=", "text/plain", "a", ["api%5Fkey=(hidden)", "&q="]),
    ("http://h/", "application/x-www-form-urlencoded", "user=ada&password=hush", ["user=ada&password=(hidden)"]),
    (
        "http://h/", "application/json", #"{"user":"ada","password" : "hush","n":1}"#,
        [#""password" : "(hidden)","n":1"#]
    ),
    ("http://h/", "application/json", #"{"clientSecret":"hush\"hush"}"#, [#""clientSecret":"(hidden)""#]),
    (
        "http://h/", "application/vnd.api+json", #"{"a":{"token":12345,"b":[{"refresh_token":"hush"}]}}"#,
        [#""token":"(hidden)""#]
    ),
    (
        "http://h/", "application/json", #"{"credentials":{"id":"hush","secret":"hush"}}"#,
        [#""credentials":"(hidden)""#]
    ),
    ("http://h/", "application/json", #"["a","shown"]"#, [#"["a","shown"]"#]),
    ("http://h/", "application/json", #"["password","hush"]"#, [#"["password","(hidden)"]"#]),
    ("http://h/", "application/json", #"{"password":"hush"#, ["(hidden)"]),
    ("http://h/", "application/json", "\"", ["\""]),
    ("http://h/", "application/json", #"{"password":"#, [#"{"password":"#]),
    ("http://h/", "application/json", #""\"#, [#""\"#]),
]

@Test(arguments: secrets.indices)
func secretsAreHiddenByTheirNames(_ index: Int) {
    let (url, type, body, shown) = secrets[index]
    let request = RequestMessage(
        method: .post,
        url: url,
        fields: ["Content-Type": type],
        body: .bytes(Array(body.utf8))
    )
    let command = request.curlCommand()
    #expect(!command.contains("hush") && !command.contains("12345"))
    for text in shown { #expect(command.contains(text), "\(command)") }
}
