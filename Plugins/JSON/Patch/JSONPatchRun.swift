import Mimeograph
import MimeographJSON
import MimeographTree

/// A document to which operations are applied.
///
/// Nothing here recurses. A failure leaves the document half changed; the caller keeps the old one.
struct JSONPatchRun {
    private(set) var document: TreeNode
    private var work: JSONPatchWork

    init(document: TreeNode, limits: DecodingLimits) {
        self.document = document
        work = JSONPatchWork(limits: limits)
    }

    mutating func perform(_ operation: JSONPatch.Operation) throws(JSONPatchProblem) {
        switch operation {
        case .add(let path, let value):
            let place = try JSONPatchPlace(path)
            try work.reserve(value.node, at: place)
            try add(value.node, at: place)
        case .remove(let path): _ = try remove(at: try JSONPatchPlace(path))
        case .replace(let path, let value):
            let place = try JSONPatchPlace(path)
            try work.reserve(value.node, at: place)
            try replace(with: value.node, at: place)
        case .move(let from, let to): try move(try JSONPatchPlace(from), to: try JSONPatchPlace(to))
        case .copy(let from, let to):
            let target = try JSONPatchPlace(to)
            let value = try self.value(at: try JSONPatchPlace(from))
            try work.reserve(value, at: target)
            try add(value, at: target)
        case .test(let path, let expected):
            let place = try JSONPatchPlace(path)
            let value = try self.value(at: place)
            try work.compare(value, with: expected.node, at: place)
            guard JSON(value) == expected else { throw JSONPatchProblem(.otherValue, place) }
        }
    }

    private func value(at place: JSONPatchPlace) throws(JSONPatchProblem) -> TreeNode {
        var value = document
        for (number, step) in place.steps.enumerated() {
            switch value.kind {
            case .object:
                guard let member = value.member(step) else { throw JSONPatchProblem(.noMember, place, number) }
                value = member
            case .array:
                guard let offset = JSON.offset(ofPointerStep: step), let element = value.element(at: offset) else {
                    throw JSONPatchProblem(.noElement, place, number)
                }
                value = element
            default: throw JSONPatchProblem(.noContainer, place, number)
            }
        }
        return value
    }

    private mutating func add(_ value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        guard let last = place.steps.last else {
            document = value
            return
        }
        var editor = TreeEditor(&document)
        try editor.open(place, atMost: work.depth)
        switch editor.current.kind {
        case .object: editor.current.set(value, forKey: last)
        case .array:
            let count = editor.current.elements?.count ?? 0
            let offset = ByteEqualString(last) == "-" ? count : JSON.offset(ofPointerStep: last)
            guard let offset, offset <= count else { throw JSONPatchProblem(.noElement, place, place.depth - 1) }
            try work.shift(count - offset, at: place)
            editor.current.insert(value, at: offset)
        default: throw JSONPatchProblem(.noContainer, place, place.depth - 1)
        }
        document = editor.close()
    }

    private mutating func replace(with value: TreeNode, at place: JSONPatchPlace) throws(JSONPatchProblem) {
        guard let last = place.steps.last else {
            document = value
            return
        }
        var editor = TreeEditor(&document)
        try editor.open(place, atMost: work.depth)
        try editor.descend(last, place, place.depth - 1)
        editor.current = value
        document = editor.close()
    }

    private mutating func remove(at place: JSONPatchPlace) throws(JSONPatchProblem) -> TreeNode {
        guard let last = place.steps.last else { throw JSONPatchProblem(.noRoot, place) }
        var editor = TreeEditor(&document)
        try editor.open(place, atMost: work.depth)
        let removed: TreeNode
        switch editor.current.kind {
        case .object:
            var members = editor.current.extractMembers()
            guard let index = members.index(of: last) else { throw JSONPatchProblem(.noMember, place, place.depth - 1) }
            try work.shift(members.keys.count - index, at: place)
            removed = members.values[index]
            members.remove(at: index)
            editor.current = TreeNode(.object(members))
        case .array:
            var elements = editor.current.extractElements()
            guard let offset = JSON.offset(ofPointerStep: last), offset < elements.count else {
                throw JSONPatchProblem(.noElement, place, place.depth - 1)
            }
            try work.shift(elements.count - offset, at: place)
            removed = elements.remove(at: offset)
            editor.current = TreeNode(.array(elements))
        default: throw JSONPatchProblem(.noContainer, place, place.depth - 1)
        }
        document = editor.close()
        return removed
    }

    private mutating func move(_ from: JSONPatchPlace, to target: JSONPatchPlace) throws(JSONPatchProblem) {
        if from.contains(target) {
            guard from.depth == target.depth else { throw JSONPatchProblem(.ownChild, target) }
            _ = try value(at: from)
            return
        }
        let value = try remove(at: from)
        if target.depth > from.depth { try work.deepen(value, at: target) }
        try add(value, at: target)
    }
}

/// A location in the document.
struct JSONPatchPlace {
    let pointer: String
    let steps: [String]

    var depth: Int { steps.count }

    /// - Throws: A problem if the text is not a JSON Pointer.
    init(_ pointer: String) throws(JSONPatchProblem) {
        guard let steps = JSON.steps(ofPointer: pointer) else { throw JSONPatchProblem(.noPointer, pointer) }
        self.pointer = pointer
        self.steps = steps
    }

    /// Whether another location is this one or inside it.
    func contains(_ other: JSONPatchPlace) -> Bool {
        steps.count <= other.steps.count
            && zip(steps, other.steps).allSatisfy { ByteEqualString($0) == ByteEqualString($1) }
    }
}
