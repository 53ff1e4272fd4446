import Mimeograph
import MimeographTree

/// A run that replaces the references of a keyed archive with their objects.
///
/// It does not recurse: unfinished values are on a stack. Each object is resolved once and shared, as Swift values are. But it is
/// counted for each reference, because code that walks through the tree visits it each time.
struct KeyedArchiveResolution {
    /// A value and its size.
    private struct Resolved {
        var value: PropertyList
        var elements = 1
        var depth = 0
        var contentBytes = 0
    }

    private enum State {
        case untouched, open
        case done(Resolved)
    }

    /// An unfinished value.
    private struct Frame {
        enum Content {
            case array(PropertyList.Elements.Iterator, [PropertyList])
            case dictionary(PropertyList.Members.Iterator, KeyedValues<TreeNode>, key: String)
            /// The object with that number, which is resolved next.
            case object(Int)
        }

        var content: Content
        var elements = 1
        var depth = 1
        var contentBytes = 0
    }

    private let objects: [PropertyList]
    private let limits: DecodingLimits
    private var states: [State]
    private var frames: [Frame] = []
    /// The number of containers among the frames.
    private var depth = 0

    init(objects: [PropertyList], limits: DecodingLimits) {
        self.objects = objects
        self.limits = limits
        states = [State](repeating: .untouched, count: objects.count)
    }

    mutating func resolve(_ root: PropertyList) throws(SerializationError) -> PropertyList {
        var next: PropertyList? = root
        var finished: Resolved?
        while true {
            if let value = next {
                next = nil
                finished = try begin(value)
                if case nil = finished { next = try step(nil, &finished) }
            } else if let result = finished {
                if frames.isEmpty { return result.value }
                finished = nil
                next = try step(result, &finished)
            }
        }
    }

    /// Opens a value; returns it at once if it contains nothing to resolve.
    private mutating func begin(_ value: PropertyList) throws(SerializationError) -> Resolved? {
        if let uid = value.uid {
            let number = Int(uid.index)
            guard number < objects.count else {
                throw KeyedArchiveResolution.error(
                    "A reference names object \(number), and there are \(objects.count)."
                )
            }
            switch states[number] {
            case .open:
                throw KeyedArchiveResolution.error(
                    "Object \(number) holds itself, by way of the references in it."
                )
            case .done(let resolved): return resolved
            case .untouched:
                states[number] = .open
                // The first object represents nil.
                if number == 0, objects[0].string.utf8Key == "$null" { return close(0, Resolved(value: .null)) }
                frames.append(Frame(content: .object(number)))
                return nil
            }
        }
        if let elements = value.array {
            try open(.array(elements.makeIterator(), []))
            return nil
        }
        if let members = value.dictionary {
            try open(.dictionary(members.makeIterator(), KeyedValues<TreeNode>(), key: ""))
            return nil
        }
        return Resolved(value: value, contentBytes: value.contentSize)
    }

    private mutating func open(_ content: Frame.Content) throws(SerializationError) {
        depth += 1
        try limits.check(.depth, depth)
        frames.append(Frame(content: content))
    }

    private mutating func close(_ number: Int, _ resolved: Resolved) -> Resolved {
        states[number] = .done(resolved)
        return resolved
    }

    /// Puts a finished value into the innermost frame, and returns the next value that the frame needs. If it needs none, the
    /// frame is finished itself.
    private mutating func step(
        _ value: Resolved?,
        _ finished: inout Resolved?
    ) throws(SerializationError) -> PropertyList? {
        guard var frame = frames.popLast() else { return nil }
        if let value { try add(value, to: &frame) }
        switch frame.content {
        case .object(let number):
            guard let value else {
                frames.append(frame)
                return objects[number]
            }
            finished = close(number, value)
        case .array(var elements, var built):
            // Nothing else may hold the collection that is extended, because Swift would copy it.
            frame.content = .object(0)
            if let value { built.append(value.value) }
            let next = elements.next()
            frame.content = .array(elements, built)
            if let next {
                frames.append(frame)
                return next
            }
            depth -= 1
            finished = result(.array(built), of: frame)
        case .dictionary(var members, var built, let key):
            frame.content = .object(0)
            // No key occurs twice: the members include only the last of repeated keys.
            if let value { built.append(value.value.node, for: key) }
            let next = members.next()
            frame.content = .dictionary(members, built, key: next?.key ?? "")
            if let next {
                frames.append(frame)
                return next.value
            }
            depth -= 1
            finished = result(KeyedArchiveObject(members: built).plainValue, of: frame)
        }
        return nil
    }

    private func result(_ value: PropertyList, of frame: Frame) -> Resolved {
        Resolved(value: value, elements: frame.elements, depth: frame.depth, contentBytes: frame.contentBytes)
    }

    /// Adds the size of a value. The sums of elements and bytes stay at the largest integer instead of overflowing.
    private func add(_ value: Resolved, to frame: inout Frame) throws(SerializationError) {
        if case .object = frame.content { return }
        frame.elements = frame.elements.saturatingSum(value.elements)
        frame.contentBytes = frame.contentBytes.saturatingSum(value.contentBytes)
        frame.depth = max(frame.depth, value.depth + 1)
        try limits.check(.elements, frame.elements)
        try limits.check(.outputBytes, frame.contentBytes)
        try limits.check(.depth, depth - 1 + frame.depth)
    }

    private static func error(_ message: String) -> SerializationError {
        SerializationError(
            .dataShape,
            message,
            remedy: "The archive is damaged, or its objects refer to their owners; look at single objects instead."
        )
    }
}

extension Int {
    /// Returns the sum, or the largest integer if the sum does not fit.
    fileprivate func saturatingSum(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}

extension PropertyList {
    /// The number of bytes of a string or of data; zero for other values.
    fileprivate var contentSize: Int {
        switch node.storage {
        case .string(let text): return text.utf8.count
        case .data(let bytes): return bytes.count
        case .read(let document, let index):
            let word = document.word(at: index)
            return word.isString || word.tag == .data ? word.payload : 0
        default: return 0
        }
    }
}
