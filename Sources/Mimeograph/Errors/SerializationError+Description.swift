extension SerializationError: CustomStringConvertible {
    /// The error in at most six lines: the message, the position, the response, the causes and the remedy.
    ///
    /// It contains no part of the body, and URLs appear without user, password and query. ``debugDescription`` has more.
    public var description: String {
        ([message] + briefLines(of: head.map { "in \($0.summary)" })).joined(separator: "\n")
    }

    /// The maximum number of lines of a ``description``, including the message.
    private static var mostLines: Int { 6 }

    /// The lines of ``description`` after the message.
    ///
    /// - Parameter subject: The request or response that the error is about.
    package func briefLines(of subject: String?) -> [String] {
        var lines: [String] = []
        if let briefPosition { lines.append("  at \(briefPosition)") }
        if let subject { lines.append("  \(subject)") }
        if let trace, trace.chosen == nil, !trace.notes.isEmpty {
            lines.append("  note: \(trace.notes.joined(separator: "; "))")
        }
        lines += briefCauses(atMost: Self.mostLines - 1 - lines.count - (remedy == nil ? 0 : 1))
        if let remedy { lines.append(remedy) }
        return lines
    }

    /// The position, without the path if the message contains it.
    private var briefPosition: String? {
        let path = codingPath.text
        return path.isEmpty || message.index(ofBytes: path) != nil ? location?.description : position
    }

    /// One line for each underlying error, at most `room` lines.
    private func briefCauses(atMost room: Int) -> [String] {
        let causes = underlying.filter { !(messageTellsOfCoding && ($0 is DecodingError || $0 is EncodingError)) }
        guard room > 0, !causes.isEmpty else { return [] }
        let shown = causes.count <= room ? causes.count : room - 1
        var lines = causes.prefix(shown).map { "  because: \(Self.sentence(of: $0))" }
        if causes.count > shown {
            lines.append(
                "  because of \(causes.count - shown)\(shown == 0 ? "" : " more") errors: see debugDescription"
            )
        }
        return lines
    }

    /// An error in one line.
    private static func sentence(of error: any Error) -> String {
        guard let error = error as? SerializationError else { return outline(of: error) }
        return error.message + (error.briefPosition.map { " At \($0)." } ?? "")
    }
}

extension SerializationError: CustomDebugStringConvertible {
    /// The whole error, including the trace and the underlying errors with their own.
    ///
    /// It contains no part of the body, and URLs appear without user, password and query.
    public var debugDescription: String {
        var shown = 0
        return lines(depth: 0, shown: &shown).joined(separator: "\n")
    }

    /// The maximum depth of underlying errors.
    private static var deepest: Int { 8 }
    /// The maximum number of underlying errors of one error.
    private static var widest: Int { 16 }
    /// The maximum number of underlying errors in total.
    private static var most: Int { 64 }

    private func lines(depth: Int, shown: inout Int) -> [String] {
        var lines = [message]
        if let position { lines.append("  at \(position)") }
        if let head { lines.append("  in \(head.summary)") }
        // Most underlying errors share the trace of the outermost.
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

    /// An error of another library in one line: only the type if it is unknown, since its text may quote the body.
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
            case .keyNotFound(let key, let value): (kind, context) = ("the key \"\(key.shown)\" is missing", value)
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

    /// The noun for a type that decoders name if they expected a container; nil for any other type.
    private static func noun(for type: any Any.Type) -> String? {
        if type == [Any].self { return "an array" }
        return type == [String: Any].self ? "an object" : nil
    }
}

extension ResponseHead {
    /// Status, phrase, content type and URL in one line.
    package var summary: String {
        var text = "\(requestMethod) \(status)"
        if let phrase = ReasonPhrase.of(status) { text += " \(phrase)" }
        if let contentType { text += ", \(contentType.visible)" }
        if let url { text += ", \(VisibleURL(url).shown())" }
        return text
    }
}
