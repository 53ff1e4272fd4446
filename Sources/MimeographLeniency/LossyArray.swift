import Mimeograph

/// A list without the elements that could not be decoded, and the errors of those elements.
///
/// ```swift
/// struct Feed: Codable {
///     @LossyArray var posts: [Post]
/// }
/// let feed = try JSONFormat().decode(Feed.self, from: body)
/// for element in feed.$posts.skipped { log("post \(element.index): \(element.error)") }
/// ```
/// A missing list, null, and a value that is not a list are still errors. For an empty list instead of a missing one, write
/// `@DefaultEmptyArray @LossyArray var posts: [Post]`. The errors are then in `$posts.wrappedValue.skipped`.
///
/// Only the errors of a decoder are forgiven: a `DecodingError` or a `SerializationError`. An element that exceeds a limit of the
/// format fails the whole list. So does a cancellation, or an error of another type that the element's `init(from:)` throws.
///
/// Encoding writes the elements in ``wrappedValue``; what was skipped is not written. Two lists are equal if their elements are.
@propertyWrapper
public struct LossyArray<Element> {
    /// The elements that were decoded, in the order of the list.
    public var wrappedValue: [Element]
    /// The first ``maximumSkipped`` elements that were skipped, in the order of the list. An element whose path has more than 16
    /// keys, or a key of more than 256 bytes, is only counted, because each error keeps a copy of its path.
    public private(set) var skipped: [SkippedElement] = []
    /// The number of all elements that were skipped.
    public private(set) var skippedCount = 0

    /// The maximum number of skipped elements that a list keeps, which is 100. All others are only counted.
    public static var maximumSkipped: Int { 100 }

    /// Creates a list that skipped nothing.
    public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

    /// The list itself, for its errors: `$posts.skipped`.
    public var projectedValue: Self { self }
}

/// An element of a ``LossyArray`` that could not be decoded.
public struct SkippedElement: Sendable {
    /// The index in the list that was decoded. It starts at 0 and counts skipped elements, too.
    public let index: Int
    /// The path to the value that could not be decoded, from the root of the body.
    public let codingPath: [any CodingKey]
    /// The error that decoding the element threw, for example a `DecodingError`.
    public let error: any Error

    /// The maximum number of keys in the path of an element that is kept.
    private static let maximumPathCount = 16
    /// The maximum number of bytes of each of these keys.
    private static let maximumKeyLength = 256

    fileprivate static func keeps(_ path: [any CodingKey]) -> Bool {
        path.count <= maximumPathCount && path.allSatisfy { $0.stringValue.utf8.count <= maximumKeyLength }
    }
}

extension LossyArray: Decodable where Element: Decodable {
    /// Reads a list, and skips the elements that cannot be decoded.
    ///
    /// - Throws: The decoder's error if the value is not a list; `limitExceeded` if an element exceeds a limit; errors of elements
    ///   that are neither a `DecodingError` nor a `SerializationError`.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(wrappedValue: [])
        while !container.isAtEnd {
            let index = container.currentIndex
            let attempt: DecodingAttempt<Element>
            do {
                attempt = try container.decode(DecodingAttempt<Element>.self)
            } catch {
                guard error.isForgivable else { throw error }
                // Some decoders throw for null before they call the element's `init(from:)`. If the container does not advance
                // then, it never would.
                if container.currentIndex == index { _ = try container.decodeNil() }
                guard container.currentIndex > index else { throw error }
                attempt = .failure(error, codingPath: container.codingPath)
            }
            switch attempt {
            case .success(let element): wrappedValue.append(element)
            case .failure(let error, let codingPath):
                if skipped.count < Self.maximumSkipped, SkippedElement.keeps(codingPath) {
                    let index = wrappedValue.count + skippedCount
                    skipped.append(SkippedElement(index: index, codingPath: codingPath, error: error))
                }
                skippedCount += 1
            }
        }
    }
}

extension LossyArray: Encodable where Element: Encodable {
    /// Writes the elements as a list.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension LossyArray: ExpressibleByArrayLiteral {
    /// Creates a list that skipped nothing.
    public init(arrayLiteral elements: Element...) { self.init(wrappedValue: elements) }
}

extension LossyArray: Sendable where Element: Sendable {}

extension LossyArray: Equatable where Element: Equatable {
    /// Whether both have equal elements.
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension LossyArray: Hashable where Element: Hashable {
    /// Hashes the elements.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// An element, or the error that decoding it threw.
///
/// Its `init(from:)` throws only errors that are not forgiven, so the container of every decoder advances by one element.
private enum DecodingAttempt<Element: Decodable>: Decodable {
    case success(Element)
    case failure(any Error, codingPath: [any CodingKey])

    init(from decoder: any Decoder) throws {
        do {
            self = .success(try decoder.singleValueContainer().decode(Element.self))
        } catch {
            guard error.isForgivable else { throw error }
            self = .failure(error, codingPath: (error as? DecodingError)?.codingPath ?? decoder.codingPath)
        }
    }
}

extension DecodingError {
    fileprivate var codingPath: [any CodingKey]? {
        // The path of a missing key leads to the object that lacks it.
        if case .keyNotFound(let key, let context) = self { return context.codingPath + [key] }
        return context?.codingPath
    }

    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context),
            .keyNotFound(_, let context):
            context
        @unknown default: nil
        }
    }
}

extension Error {
    /// Whether it is a decoder's error about a value. No type forgives a limit, a cancellation, or an error of another type: such an
    /// error may be about the whole body.
    var isForgivable: Bool { (self is DecodingError || self is SerializationError) && !isInterruption }

    /// Whether it is a limit or a cancellation, or was caused by one.
    private var isInterruption: Bool {
        if self is CancellationError { return true }
        if let error = self as? SerializationError {
            return error.code == .limitExceeded || error.underlying.contains { $0.isInterruption }
        }
        return (self as? DecodingError)?.context?.underlyingError?.isInterruption ?? false
    }
}
