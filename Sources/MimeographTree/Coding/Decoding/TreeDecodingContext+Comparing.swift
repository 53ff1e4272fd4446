// Names and texts that code outside of this library compares: Swift's dictionaries and sets, coding keys, enumerations.

public import Mimeograph

extension TreeDecodingContext {
    /// The error for a key at an index in an object that is not stream-safe; the path ends in it.
    @usableFromInline
    package func unhashable(at index: Int, path: [CodingStep]) -> SerializationError {
        recorded(.keyNotStreamSafe(codingPath: path.codingPath), at: index)
    }

    /// The error for a text at an index that is not stream-safe.
    @usableFromInline
    package func incomparable(at index: Int, path: [CodingStep]) -> SerializationError {
        recorded(.textNotStreamSafe(codingPath: path.codingPath), at: index)
    }

    private func recorded(_ error: SerializationError, at index: Int) -> SerializationError {
        record(CodingFailure(error.message, at: index))
        return error
    }

    /// The keys of an object. Most types of keys are enumerations, which compare each name with those of their cases.
    ///
    /// `allKeys` cannot throw. So a name that is not stream-safe is left out, and decoding as a whole fails.
    @usableFromInline
    package func keys<Key: CodingKey>(of position: Position) -> [Key] {
        var keys: [Key] = []
        // Our own keys hold a name as it is, and what has them compares bytes.
        let areCompared = Key.self != PlainCodingKey.self
        for name in names(of: position) {
            if areCompared, !StreamSafeText.holds(name) {
                let index = index(ofName: name, of: position)
                let steps = position.steps + [.key(PlainCodingKey(name))]
                let error = SerializationError.keyNotStreamSafe(codingPath: steps.codingPath)
                refusal = refusal ?? CodingRefusal(error, at: index)
            } else if let key = Key(stringValue: name) {
                keys.append(key)
            }
        }
        return keys
    }

    /// What `read` makes, unless something was refused meanwhile.
    @inlinable
    @inline(__always)
    package func unlessRefused<T>(_ read: () throws -> T) throws -> T {
        let value: T
        do {
            value = try read()
        } catch {
            if refusal != nil { try throwRefusal() }
            throw error
        }
        if refusal != nil { try throwRefusal() }
        return value
    }

    /// Throws what was refused, and forgets it: the next value of a stream is another one.
    @usableFromInline
    package func throwRefusal() throws {
        guard let refusal else { return }
        self.refusal = nil
        throw recorded(refusal.error, at: refusal.index)
    }

    /// Where a name stands in an object; the object's own index where a strategy made another name of it.
    private func index(ofName name: String, of position: Position) -> Int {
        guard let object = view.object(at: position.index) else { return position.index }
        var current = position.index + 1
        while current < object.end {
            if self.name(at: current).hasSameBytes(as: name) { return current }
            current = view.index(after: current + 1)
        }
        return position.index
    }
}

/// An error that waits until decoding is over, because it came up where nothing can be thrown.
///
/// A class, so that a context that has none, as nearly all have, is no larger than a pointer for it.
@usableFromInline
package final class CodingRefusal {
    package let error: SerializationError
    /// What it is about, for its location.
    package let index: Int

    package init(_ error: SerializationError, at index: Int) {
        self.error = error
        self.index = index
    }
}
