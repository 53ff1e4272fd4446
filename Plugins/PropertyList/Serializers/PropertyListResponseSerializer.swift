public import Mimeograph
import MimeographTree

/// A serializer that reads a property list of any format into a ``PropertyList``.
///
/// ```swift
/// let list = try PropertyListResponseSerializer().read(body, head: head)
/// ```
///
/// The format is detected from the first bytes, not from the media type. For XML without a byte order mark, the `charset`
/// parameter counts. Source: RFC 7303 §3.
public struct PropertyListResponseSerializer: ResponseSerialization {
    /// The treatment of an empty body.
    public enum EmptyBodies: Hashable, Sendable {
        /// Throws ``SerializationError/Code/emptyBody``.
        case refuse
        /// Reads it as null if the response cannot have a body, as with the status 204, and otherwise throws
        /// ``SerializationError/Code/truncated``. AFNetworking does the same: without data it returns neither a value nor an
        /// error, and data of no bytes is a truncated property list. (With the validation of AFNetworking, a registry does not
        /// treat ``SerializationError/Code/emptyBody`` as an error.)
        ///
        /// A registry handles empty bodies itself, unless the serializer is registered with `acceptsEmptyInput`.
        case nullWhereNoBodyMayBe
        /// Reads it as null.
        case null
    }

    /// The options for reading: what is accepted, and how nulls are treated.
    public var options: PropertyListReadingOptions
    /// The treatment of an empty body. Default: it is rejected.
    public var emptyBodies: EmptyBodies
    /// The accepted media ranges: `application/x-plist`, `application/x-apple-plist`, `application/x-bplist`.
    public var acceptedTypes: [MediaRange] = [
        "application/x-plist", "application/x-apple-plist", "application/x-bplist",
    ]

    /// Makes a serializer.
    public init(options: PropertyListReadingOptions = .standard, emptyBodies: EmptyBodies = .refuse) {
        self.options = options
        self.emptyBodies = emptyBodies
    }

    /// A serializer that matches AFNetworking: `application/x-plist` only, and a missing body is null.
    ///
    /// Unlike AFNetworking, it does not read the text form of OpenStep, because nearly any text is a string of that form.
    public static var afnetworking: PropertyListResponseSerializer {
        var serializer = PropertyListResponseSerializer(emptyBodies: .nullWhereNoBodyMayBe)
        serializer.acceptedTypes = ["application/x-plist"]
        return serializer
    }

    /// Declines a body that neither begins like XML nor has the signature of the binary format, unless OpenStep is allowed.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        if options.allowsOpenStep || PropertyListText.mayBeXML(prefix) || BinaryPropertyListReader.hasSignature(prefix)
        {
            return .accept
        }
        return .decline(reason: "the body begins neither as XML does nor as a binary property list")
    }

    /// Reads the body.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset``,
    ///   ``SerializationError/Code/emptyBody``, ``SerializationError/Code/limitExceeded``.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> PropertyList {
        if body.isEmpty {
            switch emptyBodies {
            case .null: return .null
            case .nullWhereNoBodyMayBe:
                if !head.mayHaveBody { return .null }
                throw SerializationError(
                    .truncated,
                    "The body ends before the property list begins.",
                    at: SourceLocation(offset: 0, in: body),
                    remedy: "Check whether the transfer was cut short, or let emptyBodies accept it."
                )
            case .refuse: break
            }
        }
        let charset = head.contentType?.charset
        let document = try PropertyListReader.read(body, charset: charset, options: options, limits: limits)
        return PropertyList(TreeNode(document, at: 0))
    }
}

extension ResponseSerialization where Self == PropertyListResponseSerializer {
    /// Reads property lists with standard options.
    public static var propertyList: PropertyListResponseSerializer { PropertyListResponseSerializer() }
}
