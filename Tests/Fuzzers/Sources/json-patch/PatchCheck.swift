import FuzzerSupport
import Mimeograph
import MimeographJSON
import MimeographJSONPatch

/// Applies a JSON Patch, and compares the result with a model that copies the document for each operation.
struct PatchCheck {
    let document: JSON

    func apply(_ json: JSON) {
        guard let text = try? json.serialized() else { disagree("the document read cannot be written") }
        let patch: JSONPatch
        do throws(SerializationError) {
            patch = try JSONPatchSerializer().read(text)
        } catch {
            require([.syntax, .limitExceeded].contains(error.code), "no patch, and \(error)")
            return
        }
        let before = try? document.serialized()
        var changed = document
        do throws(SerializationError) {
            try changed.apply(patch, limits: DecodingLimits(outputBytes: 1 << 16, depth: 128, elements: 1 << 12))
        } catch {
            require([.conflict, .dataShape, .limitExceeded].contains(error.code), "applying fails with \(error)")
            require((try? changed.serialized()) == before, "a failed patch has changed the document")
            guard let failure = error.patchFailure else {
                require(error.code == .limitExceeded, "the error names no operation: \(error)")
                return
            }
            require(patch.operations.indices.contains(failure.operation), "there is no operation \(failure.operation)")
            if error.code != .limitExceeded {
                require(Model.applied(patch, to: document) == nil, "the patch fails, the model succeeds: \(error)")
            }
            return
        }
        require(Model.applied(patch, to: document) == changed, "the result differs from the model's")
        require((try? document.serialized()) == before, "applying the patch has changed the original document")
    }
}

/// The operations in a few plain lines, with recursion along the pointer. A failure is `.none`, since a JSON null can be `nil`.
private enum Model {
    static func applied(_ patch: JSONPatch, to document: JSON) -> JSON? {
        var document: JSON? = document
        for operation in patch.operations {
            guard let current = document else { return nil }
            document = applied(operation, to: current)
        }
        return document
    }

    private static func applied(_ operation: JSONPatch.Operation, to document: JSON) -> JSON? {
        switch operation {
        case .add(let path, let value): return add(value, steps(path), document)
        case .remove(let path): return path.isEmpty ? .none : change(steps(path), document, to: nil)
        case .replace(let path, let value): return change(steps(path), document, to: value)
        case .move(let from, let to):
            guard let value = document.pointer(from) else { return nil }
            if from.utf8.elementsEqual(to.utf8) { return document }
            if to.utf8.starts(with: (from + "/").utf8) || from.isEmpty { return nil }
            return change(steps(from), document, to: nil).flatMap { add(value, steps(to), $0) }
        case .copy(let from, let to): return document.pointer(from).flatMap { add($0, steps(to), document) }
        case .test(let path, let value): return document.pointer(path) == value ? document : .none
        }
    }

    private static func steps(_ pointer: String) -> ArraySlice<String> {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
            step.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }[...]
    }

    private static func index(_ step: String, _ count: Int) -> Int? {
        guard let index = Int(step), "\(index)" == step, index >= 0, index < count else { return nil }
        return index
    }

    private static func add(_ value: JSON, _ steps: ArraySlice<String>, _ json: JSON) -> JSON? {
        guard let step = steps.first else { return value }
        if let elements = json.array {
            var elements = Array(elements)
            if steps.count == 1 {
                guard let index = step == "-" ? elements.count : index(step, elements.count + 1) else { return nil }
                elements.insert(value, at: index)
                return .array(elements)
            }
        }
        if json.object != nil, steps.count == 1 {
            var json = json
            json[step] = value
            return json
        }
        return inside(step, json) { add(value, steps.dropFirst(), $0) }
    }

    /// Replaces the value at the pointer, or removes it if the new value is nil.
    private static func change(_ steps: ArraySlice<String>, _ json: JSON, to value: JSON?) -> JSON? {
        guard let step = steps.first else { return value }
        guard steps.count == 1, value == nil else {
            return inside(step, json) { change(steps.dropFirst(), $0, to: value) }
        }
        if let elements = json.array {
            var elements = Array(elements)
            guard let index = index(step, elements.count) else { return nil }
            elements.remove(at: index)
            return .array(elements)
        }
        var json = json
        return json.object?[step] != nil && json.removeValue(forKey: step) != nil ? json : .none
    }

    private static func inside(_ step: String, _ json: JSON, _ change: (JSON) -> JSON?) -> JSON? {
        if let elements = json.array {
            var elements = Array(elements)
            guard let index = index(step, elements.count), let value = change(elements[index]) else { return nil }
            elements[index] = value
            return .array(elements)
        }
        guard let member = json.object?[step], let value = change(member) else { return nil }
        var json = json
        json[step] = value
        return json
    }
}
