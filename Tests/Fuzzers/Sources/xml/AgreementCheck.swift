import FuzzerSupport
import Mimeograph
import MimeographXML

/// Compares documents with events: both must accept the same inputs, with the same content.
struct AgreementCheck {
    let input: [UInt8]

    func run() {
        // libxml2 treats a zero byte as the end of a document in memory.
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
            // libxml2 accepts "<!DOCTYPE a>[]>" as a document type, but its push parser does not.
            if refusal != nil, text.contains("<!DOCTYPE") { return }
            require(refusal == nil, "a document accepts an input that events reject: \(refusal.map { "\($0)" } ?? "")")
            // libxml2 resolves the namespaces of an entity's elements at one reference and uses them at all others.
            if text.contains("<!ENTITY"), text.contains("xmlns") { return }
            let told = TreeLines.merged(events.compactMap(\.kind.contentLine))
            let read = TreeLines.lines(of: document)
            require(told == read, "the events are \(told), the document holds \(read)")
        } catch {
            require(refusal != nil || error.code == .limitExceeded, "only the document rejects the input: \(error)")
        }
    }
}
