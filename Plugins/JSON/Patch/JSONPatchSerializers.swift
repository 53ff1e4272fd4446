public import Mimeograph
public import MimeographJSON

/// A serializer that reads and writes ``JSONPatch`` bodies, `application/json-patch+json`.
///
/// JSON that is not a patch breaks the grammar of this type. It throws ``SerializationError/Code/syntax``, for which a server
/// answers 400. Source: RFC 5789 §2.2, RFC 6902 §6.
public struct JSONPatchSerializer: ResponseSerialization, BodySerialization {
    private let format: JSONFormat

    /// Creates a serializer. Nulls are kept, whatever the options of the format say.
    public init(format: JSONFormat = JSONFormat()) { self.format = format.keepingNulls }

    /// `application/json-patch+json`.
    public var acceptedTypes: [MediaRange] { ["application/json-patch+json"] }

    /// `application/json-patch+json`.
    public var contentType: MediaType { "application/json-patch+json" }

    /// Reads a patch.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, also for JSON that is not a patch, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> JSONPatch {
        do throws(SerializationError) {
            return try format.decode(JSONPatch.self, from: body, as: nil, limits: limits)
        } catch {
            guard error.code == .dataShape else { throw error }
            var error = error.telling(peer: "The body is not a JSON Patch.")
            error.code = .syntax
            throw error
        }
    }

    /// Encodes a patch.
    public func encode(_ input: JSONPatch) throws(SerializationError) -> [UInt8] { try format.encode(input) }
}

/// A serializer that reads and writes ``JSONMergePatch`` bodies, `application/merge-patch+json`. Source: RFC 7396 §4.
///
/// Any JSON is a merge patch.
public struct JSONMergePatchSerializer: ResponseSerialization, BodySerialization {
    private let format: JSONFormat

    /// Creates a serializer. Nulls are kept, whatever the options of the format say.
    public init(format: JSONFormat = JSONFormat()) { self.format = format.keepingNulls }

    /// `application/merge-patch+json`.
    public var acceptedTypes: [MediaRange] { ["application/merge-patch+json"] }

    /// `application/merge-patch+json`.
    public var contentType: MediaType { "application/merge-patch+json" }

    /// Reads a patch.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> JSONMergePatch {
        JSONMergePatch(try JSON(parsing: body, options: format.reading, limits: limits))
    }

    /// Encodes a patch.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for infinities and NaN.
    public func encode(_ input: JSONMergePatch) throws(SerializationError) -> [UInt8] {
        try input.document.serialized(format.writing)
    }
}

extension JSONFormat {
    /// The same format with nulls kept.
    fileprivate var keepingNulls: JSONFormat {
        var format = self
        format.reading.nullStripping = .keep
        return format
    }
}
