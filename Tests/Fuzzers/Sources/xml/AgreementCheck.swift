import FuzzerSupport
import Mimeograph
import MimeographXML

/// Holds documents and events against each other: what one takes the other takes, with the same content.
struct AgreementCheck {
    let input: [UInt8]

    func run() {
        // libxml2 takes a zero for the end of a document that is in memory.
        if input.contains(0) { return }
        var head = ResponseHead(status: 200)
        head.fields["Content-Type"] = "text/xml; charset=utf-8"
        var events: [XML.Event] = []
        var refusal: SerializationError?
        do throws(SerializationError) {
            var parser = try XMLParserResponseSerializer().makeParser(for: head, limits: limits)
            try parser.consume(input.span, into: &events)
            try parser.finish(into: &events)
        } catch {
            refusal = error
        }
        if refusal?.code == .limitExceeded { return }
        let text = String(decoding: input, as: UTF8.self)
        do throws(SerializationError) {
            let document = try XML.Document(parsing: input, charset: "utf-8", limits: limits)
            // libxml2 reads "<!DOCTYPE a>[]>" as a document type, but not where it is pushed.
            if refusal != nil, text.contains("<!DOCTYPE") { return }
            require(refusal == nil, "a document takes what events do not: \(refusal.map { "\($0)" } ?? "")")
            // libxml2 gives elements of an entity the namespaces of one place in all others.
            if text.contains("<!ENTITY"), text.contains("xmlns") { return }
            let told = TreeLines.merged(events.compactMap(\.kind.contentLine))
            let read = TreeLines.lines(of: document)
            require(told == read, "events tell \(told), and the document holds \(read)")
        } catch {
            require(refusal != nil || error.code == .limitExceeded, "events take what a document does not: \(error)")
        }
    }
}
