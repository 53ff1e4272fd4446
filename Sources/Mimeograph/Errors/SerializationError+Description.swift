extension SerializationError: CustomStringConvertible {
    /// The error in several lines: what, where, of which response, what was tried, what led to it, and the remedy.
    ///
    /// No part of the body is in it, and of a URL neither user, password nor query.
    public var description: String {
        var shown = 0
        return lines(depth: 0, shown: &shown).joined(separator: "\n")
    }

    /// Underlying errors are shown to this depth.
    private static var deepest: Int { 8 }
    /// Of the underlying errors of one error, this many are shown.
    private static var widest: Int { 16 }
    /// In all, this many underlying errors are shown: a tree of them grows faster than a person reads.
    private static var most: Int { 64 }

    private func lines(depth: Int, shown: inout Int) -> [String] {
        var lines = [message]
        if let position { lines.append("  at \(position)") }
        if let head { lines.append("  in \(head.summary)") }
        // Most errors below share the trace of the outermost.
        if depth == 0, let trace {
            lines += "\(trace)".parts(at: "\n").map { "  \($0)" }
        }
        lines += underlyingLines(depth: depth, shown: &shown)
        if let remedy { lines.append(remedy) }
        return lines
    }

    private var position: String? {
        let path = codingPath.isEmpty ? nil : codingPath.text
        return switch (path, location) {
        case (let path?, let location?): "\(path), \(location)"
        case (let path?, nil): path
        case (nil, let location?): "\(location)"
        case (nil, nil): nil
        }
    }

    private func underlyingLines(depth: Int, shown: inout Int) -> [String] {
        guard !underlying.isEmpty else { return [] }
        guard depth < Self.deepest else { return ["  because of more errors, which are not shown"] }
        var lines: [String] = []
        var count = 0
        for error in underlying.prefix(Self.widest) where shown < Self.most {
            count += 1
            shown += 1
            let inner =
                (error as? SerializationError)?.lines(depth: depth + 1, shown: &shown) ?? [Self.outline(of: error)]
            for (index, line) in inner.enumerated() { lines.append(index == 0 ? "  because: \(line)" : "    \(line)") }
        }
        if underlying.count > count { lines.append("  and \(underlying.count - count) more errors") }
        return lines
    }

    /// Errors of others may quote the body in their text, as `DecodingError` of a foreign decoder does: of those that
    /// we do not know, only the type is told.
    private static func outline(of error: any Error) -> String {
        switch error {
        case let error as DecodingError:
            let context: DecodingError.Context
            let kind: String
            switch error {
            case .typeMismatch(let type, let value):
                (kind, context) = ("a value is not \(noun(for: type) ?? "of type \(type)")", value)
            case .valueNotFound(let type, let value):
                (kind, context) = ("\(noun(for: type) ?? "a value of type \(type)") is missing", value)
            case .keyNotFound(let key, let value): (kind, context) = ("the key \(key.shown) is missing", value)
            case .dataCorrupted(let value): (kind, context) = ("a value is corrupt", value)
            @unknown default: return "DecodingError"
            }
            return context.codingPath.isEmpty ? kind : "\(kind), at \(context.codingPath.text)"
        case is CancellationError:
            return "the task was cancelled"
        default:
            return "an error of type \(type(of: error))"
        }
    }

    /// What is meant by the types that decoders name where they wanted a container, and that no program names; else nil.
    private static func noun(for type: any Any.Type) -> String? {
        if type == [Any].self { return "an array" }
        return type == [String: Any].self ? "an object" : nil
    }
}

extension ResponseHead {
    /// Status, phrase, content type and URL in one line.
    fileprivate var summary: String {
        var text = "\(requestMethod) \(status)"
        if let phrase = ReasonPhrase.of(status) { text += " \(phrase)" }
        if let contentType { text += ", \(contentType.visible)" }
        if let url { text += ", \(VisibleURL(url).shown())" }
        return text
    }
}
