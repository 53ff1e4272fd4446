import FuzzerSupport
import Mimeograph
import MimeographEventStream

/// Writes the events that were read, and any text as data, and reads the result.
struct WrittenAgain {
    let events: [ServerSentEvent]
    let text: String

    func run() {
        check(events)
        // In data, CR and CRLF become LF.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
        let written = ServerSentEvent(data: text)
        let read = ServerSentEvent(data: lines.joined(separator: "\n"))
        check([written], expecting: [read])
        for event in [ServerSentEvent(type: text, data: ""), ServerSentEvent(data: "", lastEventID: text)] {
            var writer = EventStreamWriter()
            do throws(SerializationError) {
                _ = try writer.bytes(of: event)
                check([event], expecting: text.isEmpty ? [ServerSentEvent(data: "")] : nil)
            } catch {
                require(error, fits: Array(text.utf8), codes: [.unencodableValue])
                let isCarried = !text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
                require(!isCarried, "a text without line breaks is rejected")
            }
        }
    }

    private func check(_ events: [ServerSentEvent], expecting expected: [ServerSentEvent]? = nil) {
        var writer = EventStreamWriter()
        do throws(SerializationError) {
            var bytes = writer.comment(text)
            for event in events { try writer.write(event, into: &bytes) }
            let read = Outcome(of: [bytes[...]], limits: .standard)
            require(read.events == expected ?? events, "written and read again, \(events) became \(read)")
        } catch {
            disagree("the events read cannot be written: \(error)")
        }
    }
}
