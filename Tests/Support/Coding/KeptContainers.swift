public import Mimeograph

/// A type that keeps a decoder or container, and reads from it later.
public protocol KeepingElement: AnyObject, Decodable, Sendable {
    /// The name that the element has, read now.
    func name() throws -> String
}

/// The check that each element of a stream reads its own data from a kept container, however late.
///
/// The elements are objects such as `{"name":"A","inner":{"name":"A"},"list":["A"]}`.
public enum KeptContainers {
    /// The types that keep something, for elements of that shape.
    public static let types: [any KeepingElement.Type] =
        flatTypes + [
            KeepsNested.self, KeepsList.self, KeepsSuper.self, KeepsSingleValue.self, KeepsTwo.self,
        ]
    /// The types that read only `name`, for flat formats.
    public static let flatTypes: [any KeepingElement.Type] = [KeepsKeyed.self, KeepsDecoder.self, KeepsBoth.self]

    /// An element of that shape, to be written.
    public struct Written: Encodable {
        private struct Inner: Encodable { let name: String }
        private let name: String
        private let inner: Inner
        private let list: [String]

        /// Makes an element with that name in all its places.
        public init(_ name: String) { (self.name, inner, list) = (name, Inner(name: name), [name]) }
    }

    /// Decodes a body and reads the names: those of all previous elements during each decoding, and all names at the end, twice.
    ///
    /// - Parameter names: The names of the elements.
    /// - Returns: The names that do not belong to their elements. Errors are not counted, because they are not another element's
    ///   data.
    public static func mistakes<Element: KeepingElement>(
        of type: Element.Type,
        in body: [UInt8],
        names: [String],
        chunks: Int,
        with makeParser: () throws -> any IncrementalParser<Element>
    ) throws -> [String] {
        let seen = Seen()
        return try Seen.$current.withValue(seen) {
            var parser = try makeParser()
            var elements: [Element] = []
            for start in stride(from: 0, to: body.count, by: chunks) {
                try parser.consume(body[start..<min(body.count, start + chunks)].span, into: &elements)
            }
            try parser.finish(into: &elements)
            var mistakes = seen.mistakes
            if elements.count != names.count { mistakes.append("\(elements.count) elements") }
            for _ in 0..<2 {
                for (element, name) in zip(elements, names).reversed() {
                    if let read = try? element.name(), read != name { mistakes.append("\(read) instead of \(name)") }
                }
            }
            return mistakes
        }
    }

    /// The decoded elements, and the wrong names that were read during later decodings.
    final class Seen: @unchecked Sendable {
        @TaskLocal static var current: Seen?
        private var elements: [(element: any KeepingElement, name: String)] = []
        var mistakes: [String] = []

        func add(_ element: any KeepingElement, name: String) {
            for (other, name) in elements {
                if let read = try? other.name(), read != name { mistakes.append("\(read) instead of \(name), early") }
            }
            elements.append((element, name))
        }
    }
}

enum KeptKeys: CodingKey { case name, inner, list }

final class KeepsKeyed: KeepingElement, @unchecked Sendable {
    private let container: KeyedDecodingContainer<KeptKeys>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: KeptKeys.self)
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String { try container.decode(String.self, forKey: .name) }
}

final class KeepsDecoder: KeepingElement, @unchecked Sendable {
    private let decoder: any Decoder

    init(from decoder: any Decoder) throws {
        self.decoder = decoder
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String { try decoder.container(keyedBy: KeptKeys.self).decode(String.self, forKey: .name) }
}

/// Reads a member that may be absent. The member of another element must not take its place.
final class KeepsBoth: KeepingElement, @unchecked Sendable {
    private let decoder: any Decoder
    private let container: KeyedDecodingContainer<KeptKeys>

    init(from decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: KeptKeys.self)
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String {
        let name = try container.decodeIfPresent(String.self, forKey: .name) ?? "nothing"
        let other = try decoder.container(keyedBy: KeptKeys.self).decode(String.self, forKey: .name)
        return name == other ? name : "\(name) and \(other)"
    }
}

final class KeepsNested: KeepingElement, @unchecked Sendable {
    private let container: KeyedDecodingContainer<KeptKeys>

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: KeptKeys.self)
        container = try outer.nestedContainer(keyedBy: KeptKeys.self, forKey: .inner)
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String { try container.decode(String.self, forKey: .name) }
}

final class KeepsList: KeepingElement, @unchecked Sendable {
    private let container: any UnkeyedDecodingContainer

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: KeptKeys.self).nestedUnkeyedContainer(forKey: .list)
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String {
        var container = container
        return try container.decode(String.self)
    }
}

final class KeepsSuper: KeepingElement, @unchecked Sendable {
    private let decoder: any Decoder

    init(from decoder: any Decoder) throws {
        self.decoder = try decoder.container(keyedBy: KeptKeys.self).superDecoder(forKey: .inner)
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String { try decoder.container(keyedBy: KeptKeys.self).decode(String.self, forKey: .name) }
}

final class KeepsSingleValue: KeepingElement, @unchecked Sendable {
    private struct Named: Decodable { let name: String }
    private let container: any SingleValueDecodingContainer

    init(from decoder: any Decoder) throws {
        container = try decoder.singleValueContainer()
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String { try container.decode(Named.self).name }
}

/// Keeps containers of two types of keys, and of the same type for two objects.
final class KeepsTwo: KeepingElement, @unchecked Sendable {
    private enum OtherKeys: CodingKey { case name }
    private struct Inner: Decodable {
        let container: KeyedDecodingContainer<KeptKeys>
        init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: KeptKeys.self) }
    }
    private let container: KeyedDecodingContainer<KeptKeys>
    private let other: KeyedDecodingContainer<OtherKeys>
    private let inner: Inner

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: KeptKeys.self)
        other = try decoder.container(keyedBy: OtherKeys.self)
        inner = try container.decode(Inner.self, forKey: .inner)
        KeptContainers.Seen.current?.add(self, name: try name())
    }

    func name() throws -> String {
        let names = [
            try container.decode(String.self, forKey: .name), try other.decode(String.self, forKey: .name),
            try inner.container.decode(String.self, forKey: .name),
        ]
        return Set(names).count == 1 ? names[0] : "\(names)"
    }
}
