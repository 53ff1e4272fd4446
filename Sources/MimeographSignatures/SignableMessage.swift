public import Mimeograph
import MimeographSession
import MimeographStructuredFields

/// A message that is signed or verified.
public enum SignableMessage: Sendable {
    /// A request. Its URL must be absolute. Only whether it has a body matters, not the body's bytes.
    ///
    /// A request with the body `.none` or without bytes has a body if its fields have `Transfer-Encoding`, or `Content-Length`
    /// other than 0. A request over HTTP/2 may have a body without these fields, so a server that has received one must not pass
    /// `.none`.
    case request(RequestMessage)
    /// A response, and the request that it answers. Without the request, components of the request cannot be covered.
    case response(ResponseHead, to: RequestMessage?)
}

extension SignableMessage {
    var fields: HeaderFields {
        switch self {
        case .request(let request): request.fields
        case .response(let head, _): head.fields
        }
    }

    /// Whether the message has a body or, for a response, may have one.
    var hasBody: Bool {
        switch self {
        case .request(let request):
            switch request.body {
            case .none, .bytes([]):
                request.fields.contains("Transfer-Encoding")
                    || request.fields["Content-Length"].map { !$0.hasSameBytes(as: "0") } ?? false
            case .bytes, .file, .stream: true
            }
        case .response(let head, _): head.mayHaveBody
        }
    }
}

/// The values of a message's components.
///
/// Source: RFC 9421 §2.
final class ComponentValues {
    /// A request and its parsed URL.
    private struct Target {
        let request: RequestMessage
        let url: RequestURL
    }

    /// The limits of a field that is parsed. The head of a message is shorter.
    private static let limits = DecodingLimits.structuredField

    let message: SignableMessage
    /// The request that is signed, or that the signed response answers.
    private let target: Target?
    /// The parameters of the query, once a component is one of them. All signatures of the message share them.
    private var queryParameters: QueryParameters?

    init(_ message: SignableMessage) throws(SignatureFailure) {
        self.message = message
        let request: RequestMessage? =
            switch message {
            case .request(let request): request
            case .response(_, let request): request
            }
        guard let request else {
            target = nil
            return
        }
        do throws(SessionError) { target = Target(request: request, url: try RequestURL(request.url)) } catch {
            throw SignatureFailure(error.message, remedy: error.remedy ?? "", code: error.code)
        }
    }

    /// Returns the value of a component, which has one line.
    func value(of component: SignatureComponent) throws(SignatureFailure) -> String {
        let isDerived = component.name.utf8.first == UInt8(ascii: "@")
        let parameters = try Parameters(component, isDerived: isDerived)
        let value: String
        if isDerived {
            value = try derived(component, parameters)
        } else {
            value = try Self.field(component, parameters, try source(component, parameters))
        }
        guard value.utf8.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) else {
            throw SignatureFailure(
                "The value of \(component.visible) contains characters outside ASCII.",
                remedy: "Cover the field as byte sequences (;bs)."
            )
        }
        return value
    }

    // MARK: - Fields

    /// Returns the fields that a component is about.
    private func source(
        _ component: SignatureComponent,
        _ parameters: Parameters
    ) throws(SignatureFailure) -> HeaderFields {
        parameters.isOfRequest ? try requestOfResponse(component).request.fields : message.fields
    }

    private static func field(
        _ component: SignatureComponent,
        _ parameters: Parameters,
        _ fields: HeaderFields
    ) throws(SignatureFailure) -> String {
        let lines = fields.values(of: component.name)
        guard !lines.isEmpty else {
            throw SignatureFailure(
                "The message has no field for the component \(component.visible).",
                remedy: "Set the field before the message is signed, or do not cover it."
            )
        }
        do throws(SerializationError) {
            if parameters.isBinary {
                return try StructuredList(lines.map { .byteSequence($0.opaqueBytes) }).serialized() ?? ""
            }
            if let key = parameters.key { return try member(key, of: lines, component) }
            if parameters.isStrict { return try strict(lines, component) }
        } catch {
            throw SignatureFailure(
                "The field for the component \(component.visible) is malformed: \(error.message)",
                remedy: "Cover the field without sf and key, or correct it."
            )
        }
        return lines.joined(separator: ", ")
    }

    /// Source: RFC 9421 §2.1.2.
    private static func member(
        _ key: String,
        of lines: [String],
        _ component: SignatureComponent
    ) throws(SerializationError) -> String {
        switch try StructuredDictionary(parsing: lines, limits: limits)[key] {
        case .item(let item)?: return try item.serialized()
        case .innerList(let list)?: return try StructuredList([.innerList(list)]).serialized() ?? ""
        case nil: throw SerializationError(.syntax, "The dictionary has no such member.")
        }
    }

    /// Returns a field in its strict form, whatever structure it has.
    ///
    /// A list, a dictionary and an item with the same text have the same strict form. Only a dictionary may lose members, whose
    /// keys are repeated; such a field is rejected if it may also be a list. Source: RFC 9421 §2.1.1.
    private static func strict(_ lines: [String], _ component: SignatureComponent) throws(SerializationError) -> String
    {
        var texts: [String] = []
        if let list = try? StructuredList(parsing: lines, limits: limits) {
            texts.append(try list.serialized() ?? "")
        }
        if let dictionary = try? StructuredDictionary(parsing: lines, limits: limits) {
            texts.append(try dictionary.serialized() ?? "")
        }
        guard let first = texts.first, texts.allSatisfy({ $0.hasSameBytes(as: first) }) else {
            throw SerializationError(.syntax, "It is not a structured field, or may be a list as well as a dictionary.")
        }
        return first
    }

    // MARK: - Derived components

    private func derived(
        _ component: SignatureComponent,
        _ parameters: Parameters
    ) throws(SignatureFailure) -> String {
        if ByteEqualString(component.name) == "@status" {
            guard case .response(let head, _) = message, !parameters.isOfRequest else {
                throw SignatureFailure("A request has no @status.", remedy: "Cover it in the signature of a response.")
            }
            guard 100...999 ~= head.status else {
                throw SignatureFailure("The status is not a number of three digits.", remedy: "Send a valid status.")
            }
            return "\(head.status)"
        }
        let target = try requestTarget(component, parameters)
        let url = target.url
        switch ByteEqualString(component.name) {
        case "@method": return target.request.method.rawValue
        case "@target-uri": return "\(url.scheme)://\(try Self.authority(target))\(url.target)"
        case "@authority": return try Self.authority(target)
        case "@scheme": return url.scheme
        case "@request-target": return url.target
        case "@path": return url.path
        case "@query": return "?\(url.query ?? "")"
        case "@query-param":
            let all = if let queryParameters { queryParameters } else { try QueryParameters(url.query ?? "") }
            queryParameters = all
            let values = all.values(of: parameters.name ?? "")
            guard values.count == 1 else {
                throw SignatureFailure(
                    "The query has \(values.count) parameters for the component \(component.visible); one is required.",
                    remedy: "Cover @query, which contains all of them."
                )
            }
            return values[0]
        default:
            throw SignatureFailure(
                "The component \(component.visible) is unknown.",
                remedy: "Use the derived components of RFC 9421 §2.2."
            )
        }
    }

    /// Source: RFC 9421 §2.2.3.
    private static func authority(_ target: Target) throws(SignatureFailure) -> String {
        guard let host = target.request.fields["Host"] else { return target.url.authority }
        guard !host.utf8.contains(UInt8(ascii: "/")), let url = try? RequestURL("\(target.url.scheme)://\(host)/"),
            url.target.hasSameBytes(as: "/"), url.userInformation == nil, url.fragment == nil
        else {
            throw SignatureFailure("The field Host is not a host.", remedy: "Leave the field to the transport.")
        }
        return url.authority
    }

    private func requestTarget(
        _ component: SignatureComponent,
        _ parameters: Parameters
    ) throws(SignatureFailure) -> Target {
        if parameters.isOfRequest { return try requestOfResponse(component) }
        guard case .request = message, let target else {
            throw SignatureFailure(
                "A response has no component \(component.visible).",
                remedy: "Cover the component of its request (;req)."
            )
        }
        return target
    }

    /// Source: RFC 9421 §2.4.
    private func requestOfResponse(_ component: SignatureComponent) throws(SignatureFailure) -> Target {
        guard case .response = message, let target else {
            throw SignatureFailure(
                "The component \(component.visible) is of a request that is not known.",
                remedy: "Use ;req only in the signature of a response, and give its request."
            )
        }
        return target
    }
}

/// The parameters of a component, which are checked.
///
/// Source: RFC 9421 §2.1, §2.2.8, §2.4.
private struct Parameters {
    private(set) var isStrict = false
    private(set) var isBinary = false
    private(set) var isOfRequest = false
    private(set) var key: String?
    private(set) var name: String?

    init(_ component: SignatureComponent, isDerived: Bool) throws(SignatureFailure) {
        for (parameter, value) in component.parameters {
            switch ByteEqualString(parameter) {
            case "req" where value == true: isOfRequest = true
            case "sf" where value == true && !isDerived: isStrict = true
            case "bs" where value == true && !isDerived: isBinary = true
            case "key" where value.string != nil && !isDerived: key = value.string
            case "name" where value.string != nil && isDerived: name = value.string
            case "tr":
                throw SignatureFailure(
                    "The component \(component.visible) is a trailer, which is not supported.",
                    remedy: "Cover fields of the head."
                )
            default:
                throw SignatureFailure(
                    "The component \(component.visible) has an unknown parameter, or one with a wrong value.",
                    remedy: "Use the parameters of RFC 9421 §2."
                )
            }
        }
        guard !isBinary || (!isStrict && key == nil) else {
            throw SignatureFailure(
                "The component \(component.visible) combines bs with sf or key.",
                remedy: "Use one of them. Source: RFC 9421 §2.1.3."
            )
        }
        guard (name != nil) == (ByteEqualString(component.name) == "@query-param") else {
            throw SignatureFailure(
                "The parameter name belongs to @query-param, which needs it; found \(component.visible).",
                remedy: "Use SignatureComponent.queryParameter(_:)."
            )
        }
    }
}
