// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stub of CryptoKit.
//
// Source: developer.apple.com/documentation/cryptokit/hashfunction, …/sha256, …/sha512, …/insecure/md5
import AppleFoundation

public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sendable, Sequence where Element == UInt8 {
    static var byteCount: Int { get }
}

public protocol HashFunction {
    associatedtype Digest: CryptoKit.Digest
    static var blockByteCount: Int { get }
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Self.Digest
}

extension HashFunction {
    public static func hash<Bytes: DataProtocol>(data: Bytes) -> Self.Digest { fatalError() }
    public mutating func update<Bytes: DataProtocol>(data: Bytes) {}
}

public struct SHA256Digest: Digest {
    public static var byteCount: Int { 32 }
    public var description: String { "" }
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public struct SHA256: HashFunction, Sendable {
    public typealias Digest = SHA256Digest
    public static var blockByteCount: Int { 64 }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { fatalError() }
}

public struct SHA512: HashFunction, Sendable {
    public typealias Digest = SHA256Digest
    public static var blockByteCount: Int { 128 }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { fatalError() }
}

public enum Insecure {
    public struct MD5: HashFunction, Sendable {
        public typealias Digest = SHA256Digest
        public static var blockByteCount: Int { 64 }
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        public func finalize() -> SHA256Digest { fatalError() }
    }
}
