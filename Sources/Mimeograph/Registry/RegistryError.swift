/// Why a registration was refused. It is thrown while a registry is built, never while a message is read.
public enum RegistryError: Error, Hashable, Sendable {
    /// The text is no media range.
    case invalidMediaRange(MediaTypeSyntaxError)
    /// Neither the call nor the serializer names a media range, so it could never be chosen.
    case noMediaRange(Registration.ID)
    /// A module registered two things under one name, or was added twice.
    case duplicateID(Registration.ID)
    /// Two modules claim this pattern for overlapping Swift types, and neither says how it relates to the other.
    case ambiguous(Registration.ID, Registration.ID, pattern: String)
    /// A placement names a registration that is not there.
    case unknownID(Registration.ID)
    /// A signature would sniff into a type that can run scripts (HTML, XML, PDF), which is never done.
    case scriptableSignature(Registration.ID, MediaType)
    /// Two content codings have one name.
    case duplicateCoding(String)
}

extension RegistryError: CustomStringConvertible {
    /// What was refused, and what to write instead.
    public var description: String {
        switch self {
        case .invalidMediaRange(let error):
            "\(error)"
        case .noMediaRange(let id):
            "\(id) claims no media range. Name one: register(…, for: \"application/example\")."
        case .duplicateID(let id):
            "\(id) is registered already. Add each plugin once, or place the second with .replacing(\"\(id)\")."
        case .ambiguous(let first, let second, let pattern):
            """
            \(first) and \(second) both claim \(pattern) for the same Swift types. \
            Place one of them: .before("\(first)"), .after("\(first)") or .replacing("\(first)").
            """
        case .unknownID(let id):
            "No registration is called \(id); registry.registrations lists them."
        case .scriptableSignature(let id, let type):
            "\(id) would sniff bytes into \(type.essence), which can run scripts. Register it without that signature."
        case .duplicateCoding(let name):
            "A content coding called \(name) is registered already."
        }
    }
}
