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
/// An element that exceeds a limit of the format fails the whole list. Encoding writes the elements in ``wrappedValue``; what was
/// skipped is not written. Two lists are equal if their elements are.
@propertyWrapper
public struct LossyArray<Element> {
    /// The elements that were decoded, in the order of the list.
    public var wrappedValue: [Element]
    /// The elements that were skipped, in the order of the list: the first ones only, ``maximumSkipped`` at most.
    public private(set) var skipped: [SkippedElement] = []
    /// The number of all elements that were skipped.
    public private(set) var skippedCount = 0

    /// The number of skipped elements that a list keeps, which is 100. All others only count.
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
}

extension LossyArray: Decodable where Element: Decodable {
    /// Reads a list, and skips the elements that throw.
    ///
    /// - Throws: The decoder's error if the value is not a list, or `limitExceeded` if an element exceeds a limit.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(wrappedValue: [])
        while !container.isAtEnd {
            let index = container.currentIndex
            let attempt: DecodingAttempt<Element>
            do {
                attempt = try container.decode(DecodingAttempt<Element>.self)
            } catch {
                // Some decoders throw for null before they call the element's `init(from:)`. If the container did not advance, it
                // never would.
                guard !error.isLimit, try container.currentIndex > index || container.decodeNil() else { throw error }
                attempt = .failure(error, codingPath: container.codingPath)
            }
            switch attempt {
            case .success(let element): wrappedValue.append(element)
            case .failure(let error, let codingPath):
                if skippedCount < Self.maximumSkipped {
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
/// Its `init(from:)` throws in neither case, so the container of every decoder advances by one element.
private enum DecodingAttempt<Element: Decodable>: Decodable {
    case success(Element)
    case failure(any Error, codingPath: [any CodingKey])

    init(from decoder: any Decoder) throws {
        do {
            self = .success(try decoder.singleValueContainer().decode(Element.self))
        } catch {
            if error.isLimit { throw error }
            self = .failure(error, codingPath: (error as? DecodingError)?.codingPath ?? decoder.codingPath)
        }
    }
}

extension DecodingError {
    fileprivate var codingPath: [any CodingKey]? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        // The path of a missing key leads to the object that lacks it.
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: nil
        }
    }
}

extension Error {
    /// Whether decoding exceeded a limit, which no type forgives.
    var isLimit: Bool { (self as? SerializationError)?.code == .limitExceeded }
}
