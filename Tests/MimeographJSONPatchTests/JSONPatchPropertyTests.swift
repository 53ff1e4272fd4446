import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import TestSupport
import Testing

/// Laws of patches over random documents.
@Suite struct JSONPatchPropertyTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func differencesAreApplied(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let old = try document(&generator)
            let new = Bool.random(using: &generator) ? try document(&generator) : try changed(old, &generator)
            let patch = JSONPatch(from: old, to: new)
            #expect(try old.applying(patch) == new)
            if old == new { #expect(patch.operations.isEmpty) }
            // The encoded patch has the same effect.
            let read = try JSONPatchSerializer().read(try JSONPatchSerializer().encode(patch))
            #expect(try old.applying(read) == new)
            do {
                let merge = try JSONMergePatch(from: old, to: new)
                #expect(old.applying(merge) == new)
            } catch {
                #expect(error.code == .unencodableValue)
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func failuresChangeNothing(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let old = try document(&generator)
            let text = try old.serialized()
            var document = old
            var patch = JSONPatch(from: old, to: try changed(old, &generator))
            let place = Int.random(in: 0...patch.operations.count, using: &generator)
            patch.operations.insert(.remove("/no/such/place"), at: place)
            let error = try #require(throws: SerializationError.self) { try document.apply(patch) }
            #expect(error.patchFailure?.operation == place)
            #expect(try document.serialized() == text)
        }
    }

    /// Returns a document, built or parsed.
    private func document(_ generator: inout SeededGenerator) throws -> JSON {
        let made = value(depth: 4, &generator)
        return Bool.random(using: &generator) ? made : try JSON(parsing: try made.serialized())
    }

    private func value(depth: Int, _ generator: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
        case 0: return nil
        case 1: return JSON(Bool.random(using: &generator))
        case 2: return JSON(Int.random(in: -3...3, using: &generator))
        case 3: return JSON(Double(Int.random(in: 0...4, using: &generator)) / 2)
        case 4: return ["", "a", "~1/é"][Int.random(in: 0..<3, using: &generator)]
        case 5, 6:
            return .array(
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in value(depth: depth - 1, &generator) }
            )
        default:
            let keys = ["", "a", "b", "/", "~", "~1", "0", "-", "é", "k1", "k2", "k3"].shuffled(using: &generator)
            return .object(
                keys.prefix(Int.random(in: 0...10, using: &generator)).map { ($0, value(depth: depth - 1, &generator)) }
            )
        }
    }

    /// Returns the same document with another value at one location.
    private func changed(_ document: JSON, _ generator: inout SeededGenerator) throws -> JSON {
        if let elements = document.array {
            var elements = Array(elements)
            let index = Int.random(in: 0...elements.count, using: &generator)
            if index == elements.count || Bool.random(using: &generator) {
                elements.insert(value(depth: 2, &generator), at: index)
            } else if Bool.random(using: &generator) {
                elements.remove(at: index)
            } else {
                elements[index] = try changed(elements[index], &generator)
            }
            return .array(elements)
        }
        guard let members = document.object, let key = members.keys.randomElement(using: &generator) else {
            return value(depth: 2, &generator)
        }
        var document = document
        if Int.random(in: 0..<3, using: &generator) == 0 {
            document.removeValue(forKey: key)
        } else {
            document[key] = try changed(document[key], &generator)
        }
        return document
    }
}
