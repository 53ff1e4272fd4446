/// What a serializer is called in an error, by its type.
enum MemberName {
    /// What goes around a serializer and says nothing about it: the serializer is the first type in its angle brackets.
    private static let wrappers: Set<String> = [
        "MappedResponseSerializer", "PreprocessedResponseSerializer", "MappedStreamSerializer",
    ]
    /// What is told apart by the types in its angle brackets alone.
    private static let decoders: Set<String> = ["DecodedResponseSerializer", "DecodedStreamSerializer"]

    /// The name: `MappedResponseSerializer<DecodedResponseSerializer<JSONFormat, User>, Answer>` is `JSONFormat (User)`.
    static func of(_ type: any Any.Type) -> String {
        var name = "\(type)"
        while true {
            guard let open = name.firstIndex(of: "<"), name.last == ">" else { return name }
            let outer = String(name[..<open])
            let arguments = arguments(in: name[name.index(after: open)...].dropLast())
            if wrappers.contains(outer), let first = arguments.first {
                name = first
            } else if decoders.contains(outer), arguments.count == 2 {
                return "\(arguments[0]) (\(arguments[1]))"
            } else {
                return name
            }
        }
    }

    /// The types between angle brackets, each with those between its own.
    private static func arguments(in text: Substring) -> [String] {
        var arguments = [""]
        var depth = 0
        for character in text {
            switch character {
            case "<", "(", "[": depth += 1
            case ">", ")", "]": depth -= 1
            default: break
            }
            if character == ",", depth == 0 {
                arguments.append("")
            } else if !(character == " " && arguments[arguments.count - 1].isEmpty) {
                arguments[arguments.count - 1].append(character)
            }
        }
        return arguments
    }
}
