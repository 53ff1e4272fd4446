import Synchronization

/// A type whose `init(from:)` and `encode(to:)` are the ones that the compiler writes.
///
/// ```swift
/// struct User: SynthesizedCodable {
///     var id: Int
///     var name: String
///     var email: String?
/// }
/// ```
///
/// The formats of this package code such a type two to four times as fast. On Linux they read and write its stored properties in
/// memory, without a call of its functions. Bytes, values and errors stay the same. Elsewhere, the protocol has no effect.
///
/// `CodingKeys` may rename, reorder and leave out properties. Properties may have any `Codable` type. To conform an enumeration
/// with raw values or a nested type, mark it too: a property of a type that is not marked is coded by its own functions.
///
/// Do not mark a type with an `init(from:)` or `encode(to:)` of your own, or whose properties are coded by overloads of the methods
/// of keyed containers. The first value of each type is coded both ways. If the results differ, or if the type cannot be coded in
/// this way, its functions are called from then on, and ``unmarkedReason`` says why.
public protocol SynthesizedCodable: Codable {}

extension SynthesizedCodable {
    /// The reason why the type is coded by its own functions although it is marked; nil if there is none, or if no value was coded
    /// yet.
    ///
    /// Debug builds also write it to standard error, once for each type.
    public static var unmarkedReason: String? {
        UnmarkedReasons.all.withLock { $0[ObjectIdentifier(self)] }
    }
}

/// The reasons found so far, by type.
package enum UnmarkedReasons {
    fileprivate static let all = Mutex<[ObjectIdentifier: String]>([:])

    /// Records a reason; returns false if the type already has one.
    package static func add(_ reason: String, for type: any Any.Type) -> Bool {
        all.withLock { reasons in
            guard reasons[ObjectIdentifier(type)] == nil else { return false }
            reasons[ObjectIdentifier(type)] = reason
            return true
        }
    }
}
