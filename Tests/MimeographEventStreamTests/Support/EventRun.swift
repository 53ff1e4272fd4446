import Mimeograph

/// The outcome of parsing a stream.
struct EventRun<Element: Equatable>: Equatable {
    private(set) var elements: [Element] = []
    private(set) var error: SerializationErrorSummary?

    /// Parses a body in chunks of one size.
    init(_ parser: any IncrementalParser<Element>, _ body: [UInt8], chunk: Int = .max) {
        var cuts: [Int] = []
        var cut = chunk
        while cut < body.count {
            cuts.append(cut)
            cut += chunk
        }
        self.init(parser, body, cuts: cuts)
    }

    /// Parses a body that is split at offsets.
    init(_ parser: any IncrementalParser<Element>, _ body: [UInt8], cuts: [Int]) {
        var parser = parser
        var start = 0
        do throws(SerializationError) {
            for end in cuts + [body.count] {
                try parser.consume(body[start..<end].span, into: &elements)
                start = end
            }
            try parser.finish(into: &elements)
        } catch {
            self.error = SerializationErrorSummary(error)
        }
    }
}

/// The properties of an error that must not depend on how a body is split.
struct SerializationErrorSummary: Equatable {
    let code: SerializationError.Code
    let message: String
    let location: SourceLocation?

    init(_ error: SerializationError) {
        code = error.code
        message = error.message
        location = error.location
    }
}
