public import Mimeograph
import MimeographTree

/// Reads a property list of any format into a ``PropertyList``.
///
/// ```swift
/// let list = try PropertyListResponseSerializer().read(body, head: head)
/// ```
///
/// The format is found in the first bytes, not in the media type. For XML the `charset` parameter counts where there is no
/// byte order mark. Source: RFC 7303 §3.
public struct PropertyListResponseSerializer: ResponseSerialization {
    /// What is done with a body of no bytes.
    public enum EmptyBodies: Hashable, Sendable {
        /// It is an error of the code ``SerializationError/Code/emptyBody``.
        case refuse
        /// It is null where the response can have no body, as with the status 204, and elsewhere an error of the code
        /// ``SerializationError/Code/truncated``: what AFNetworking does, for which no data is no value and no error, and
        /// data without bytes is a property list that is cut short. (With the validation of AFNetworking a registry treats
        /// ``SerializationError/Code/emptyBody`` as no error.)
        ///
        /// A registry handles empty bodies itself, unless the serializer is registered with `acceptsEmptyInput`.
        case nullWhereNoBodyMayBe
        /// It is null.
        case null
    }

    /// What is accepted, and what happens to nulls.
    public var options: PropertyListReadingOptions
    /// What is done with a body of no bytes. Default: it is refused.
    public var emptyBodies: EmptyBodies
    /// The media ranges it accepts: `application/x-plist`, `application/x-apple-plist`, `application/x-bplist`.
    public var acceptedTypes: [MediaRange] = [
        "application/x-plist", "application/x-apple-plist", "application/x-bplist",
    ]

    /// Makes a serializer.
    public init(options: PropertyListReadingOptions = .standard, emptyBodies: EmptyBodies = .refuse) {
        self.options = options
        self.emptyBodies = emptyBodies
    }

    /// As AFNetworking's: `application/x-plist` alone, and a missing body is null.
    ///
    /// It does not read the text form of OpenStep, which AFNetworking does, for nearly any text is a string of that form.
    public static var afnetworking: PropertyListResponseSerializer {
        var serializer = PropertyListResponseSerializer(emptyBodies: .nullWhereNoBodyMayBe)
        serializer.acceptedTypes = ["application/x-plist"]
        return serializer
    }

    /// Declines what neither begins as XML does nor has the signature of the binary format, unless OpenStep is read.
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
