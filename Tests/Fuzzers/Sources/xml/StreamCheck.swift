import FuzzerSupport
import Mimeograph
import MimeographXML

/// Checks that chunk boundaries change neither the events, nor the subtrees, nor the calls of a handler.
struct StreamCheck {
    let input: [UInt8]
    let head: ResponseHead

    init(input: [UInt8], charset: String?) {
        self.input = input
        var head = ResponseHead(status: 200)
        if let charset { head.fields["Content-Type"] = "text/xml; charset=\(charset)" }
        self.head = head
    }

    func run() {
        let serializer = XMLParserResponseSerializer()
        let whole = Outcome(events(of: [input[...]]))
        // Positions refer to the UTF-8 text, which may be longer than the input.
        if let error = whole.error { requireCode(error) }
        let told = handled(by: serializer, [input[...]])
        require(told == whole, "the handler receives \(told), the events are \(whole)")
        for cuts in Cuts.some(of: input) {
            let cut = Outcome(events(of: cuts.chunks(of: input)))
            require(cut == whole, "cut at \(cuts.sizes.prefix(40)), the result is \(cut); uncut, it is \(whole)")
        }
        let subtrees = [serializer.subtrees(named: "a"), serializer.subtrees(at: ["a", "b"])]
        for selection in subtrees {
            let whole = documents(of: [input[...]], selection)
            if let error = whole.error { requireCode(error) }
            for cuts in Cuts.some(of: input) {
                let cut = documents(of: cuts.chunks(of: input), selection)
                require(cut == whole, "subtrees cut at \(cuts.sizes.prefix(40)): \(cut), uncut: \(whole)")
            }
        }
    }

    private func requireCode(_ error: SerializationError) {
        require(readingCodes.contains(error.code), "the error has the code \(error.code): \(error)")
        // Some limits are libxml2's own, and no setting raises them.
        require(error.limit == nil || error.code == .limitExceeded, "another code names a limit: \(error)")
    }

    /// Returns the lines of events, and the error that ended them.
    private func events(of chunks: [ArraySlice<UInt8>]) -> ([String], SerializationError?) {
        var events: [XML.Event] = []
        let error = failure { () throws(SerializationError) in
            var parser = try XMLParserResponseSerializer().makeParser(for: head, limits: limits)
            for chunk in chunks { try parser.consume(chunk.span, into: &events) }
            try parser.finish(into: &events)
        }
        return (events.map { "\($0.location) \($0.kind.line)" }, error)
    }

    private func handled(by serializer: XMLParserResponseSerializer, _ chunks: [ArraySlice<UInt8>]) -> Outcome {
        var reader = serializer.makeReader(for: head, limits: limits, handler: Lines())
        var error: SerializationError?
        do throws(SerializationError) {
            for chunk in chunks { try reader.consume(chunk.span) }
            try reader.finish()
        } catch let thrown {
            error = thrown
        }
        // A handler receives no position for the begin or end of a document or its type, so those are not compared.
        let events = events(of: chunks).0
        let told = reader.handler.lines
        require(told.count == events.count, "the handler receives \(told), the events are \(events)")
        let lines = zip(told, events).map { line, event in event.hasSuffix(line) ? event : line }
        return Outcome((lines, error))
    }

    private func documents(
        of chunks: [ArraySlice<UInt8>],
        _ selection: XMLSubtreeResponseSerializer
    ) -> Outcome {
        var documents: [XML.Document] = []
        let error = failure { () throws(SerializationError) in
            var parser = try selection.makeParser(for: head, limits: limits)
            for chunk in chunks { try parser.consume(chunk.span, into: &documents) }
            try parser.finish(into: &documents)
        }
        return Outcome((documents.map { String(decoding: $0.serialized(), as: UTF8.self) }, error))
    }

    private func failure(_ work: () throws(SerializationError) -> Void) -> SerializationError? {
        do throws(SerializationError) { try work() } catch { return error }
        return nil
    }
}
