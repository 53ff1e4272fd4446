import Mimeograph
import MimeographTree

/// The values that a query selects, found one after the other.
///
/// The open containers are on a stack, from the outermost to the innermost, and each knows its current child. So the order is that
/// of RFC 9535 without any list of intermediate results, memory depends only on the depth of the document, and the stack is also
/// the path of the current value.
///
/// For `$..a` on `{"b":{"a":1}}`, the outer object first has no `a`, and then descends to `b`. There the member `a` is found, while
/// the stack holds the outer object with its child `b` and the inner one with its child `a`.
struct JSONPathWalk {
    private let segments: [JSONPathSegment]
    private let start: Int
    private var isStarted = false
    private(set) var frames: [JSONPathFrame] = []

    init(_ segments: [JSONPathSegment], from start: Int) {
        self.segments = segments
        self.start = start
    }

    /// Returns the index of the next selected value; nil after the last.
    mutating func next(_ run: inout JSONPathRun) throws(SerializationError) -> Int? {
        if !isStarted {
            isStarted = true
            if segments.isEmpty { return start }
            try enter(start, 0, &run)
        }
        while true {
            let last = frames.count - 1
            guard last >= 0 else { return nil }
            let segment = frames[last].segment
            if frames[last].isDescending {
                if let child = try run.nextContainer(&frames[last]) {
                    try enter(child, segment, &run)
                } else {
                    frames.removeLast()
                }
            } else if let child = try run.nextSelected(&frames[last], segments[segment].selectors) {
                if segment + 1 == segments.count { return child }
                try enter(child, segment + 1, &run)
            } else if segments[segment].isDescendant {
                frames[last].isDescending = true
            } else {
                frames.removeLast()
            }
        }
    }

    /// Applies a segment to a value, which has no children unless it is a container.
    private mutating func enter(_ value: Int, _ segment: Int, _ run: inout JSONPathRun) throws(SerializationError) {
        let container = run.resolved(value)
        let word = run.view.word(at: container)
        guard word.isContainer else { return }
        guard frames.count < run.limits.depth else { throw run.limits.exceeded(.depth, run.limits.depth) }
        frames.append(JSONPathFrame(container, word, segment))
    }
}

/// An open container, and the progress of a segment in it.
struct JSONPathFrame {
    /// The index of the container's word, and the index after its last child.
    let container: Int
    let end: Int
    let isObject: Bool
    let segment: Int
    /// Whether all selectors were applied, and the segment is now applied to the children.
    var isDescending = false
    /// The number of the selector.
    fileprivate var selector = 0
    /// The index of the next child, or of its key; 0 before the first.
    fileprivate var position = 0
    /// The number of elements that a slice still selects.
    fileprivate var remaining = 0
    fileprivate var hasHiddenMembers = false
    /// The current child: the index of its key, or its offset in an array.
    fileprivate(set) var child = -1

    init(_ container: Int, _ word: TapeWord, _ segment: Int) {
        self.container = container
        end = word.offset
        isObject = word.isObject
        self.segment = segment
    }
}

extension JSONPathRun {
    /// Returns the next child that is a container, for a descendant segment.
    fileprivate mutating func nextContainer(_ frame: inout JSONPathFrame) throws(SerializationError) -> Int? {
        guard frame.isObject, view.word(at: frame.container).payload <= Self.fewKeys else {
            while let child = try nextChild(&frame) { if mayHaveChildren(child) { return child } }
            return nil
        }
        // In most objects few members are containers, so it is faster to search for repetitions of their keys alone.
        if frame.position == 0 { frame.position = frame.container &+ 1 }
        while frame.position < frame.end {
            try spend(1)
            let key = frame.position
            frame.position = view.index(after: key &+ 1)
            if mayHaveChildren(key &+ 1), try !isRepeated(key, from: frame.position, to: frame.end) {
                frame.child = key
                return key &+ 1
            }
        }
        frame.position = 0
        return nil
    }

    /// The most members of an object in which keys are compared with each other.
    private static var fewKeys: Int { 64 }

    @inline(__always)
    private func mayHaveChildren(_ value: Int) -> Bool {
        let word = view.word(at: value)
        return word.isContainer || word.has(.shared) || word.has(.extended)
    }

    /// Whether a key occurs again among the members from one index to another.
    private mutating func isRepeated(_ key: Int, from start: Int, to end: Int) throws(SerializationError) -> Bool {
        let word = view.word(at: key)
        var index = start
        var count = 0
        while index < end {
            let other = view.word(at: index)
            // One comparison for the kind and the length.
            if (word.bits ^ other.bits) &>> 32 == 0, view.bytesMatch(word, other) { return true }
            index = view.index(after: index &+ 1)
            count &+= 1
        }
        try spend(count / 4)
        return false
    }

    /// Returns the next child that the selectors of a segment select.
    fileprivate mutating func nextSelected(
        _ frame: inout JSONPathFrame,
        _ selectors: [JSONPathSelector]
    ) throws(SerializationError) -> Int? {
        while frame.selector < selectors.count {
            switch selectors[frame.selector] {
            case .name(let name):
                frame.selector += 1
                if frame.isObject, let value = try member(name, of: frame.container) {
                    frame.child = value - 1
                    return value
                }
            case .index(let offset):
                frame.selector += 1
                if !frame.isObject, let element = try element(offset, of: frame.container) {
                    frame.child = element.offset
                    return element.index
                }
            case .slice(let start, let end, let step):
                if !frame.isObject, let element = try nextElement(&frame, start, end, step) { return element }
                frame.selector += 1
                frame.position = 0
            case .wildcard:
                if let child = try nextChild(&frame) { return child }
                frame.selector += 1
            case .filter(let expression):
                while let child = try nextChild(&frame) {
                    if try holds(expression, at: child) { return child }
                }
                frame.selector += 1
            }
        }
        return nil
    }

    /// Returns the next child; nil after the last, and then begins again with the first.
    @inline(__always)
    private mutating func nextChild(_ frame: inout JSONPathFrame) throws(SerializationError) -> Int? {
        if frame.position == 0 {
            frame.position = frame.container &+ 1
            frame.child = -1
            frame.hasHiddenMembers = false
            if frame.isObject { frame.hasHiddenMembers = try hasHiddenMembers(frame.container) }
        }
        while frame.position < frame.end {
            try spend(1)
            let position = frame.position
            guard frame.isObject else {
                frame.position = view.index(after: position)
                frame.child &+= 1
                return position
            }
            frame.position = view.index(after: position &+ 1)
            if frame.hasHiddenMembers, isHidden(position, in: frame.container) { continue }
            frame.child = position
            return position &+ 1
        }
        frame.position = 0
        return nil
    }

    /// Returns the next element of a slice; nil after the last. Source: RFC 9535 §2.3.4.2.
    private mutating func nextElement(
        _ frame: inout JSONPathFrame,
        _ start: Int?,
        _ end: Int?,
        _ step: Int
    ) throws(SerializationError) -> Int? {
        if frame.position == 0 {
            let count = document.count(ofContainerAt: frame.container)
            frame.remaining = 0
            if step > 0 {
                let lower = Self.clamp(start ?? 0, count, 0...count)
                let upper = Self.clamp(end ?? count, count, 0...count)
                frame.child = lower
                if lower < upper { frame.remaining = (upper - lower - 1) / step + 1 }
            } else if step < 0 {
                let upper = start.map { Self.clamp($0, count, -1...(count - 1)) } ?? count - 1
                let lower = end.map { Self.clamp($0, count, -1...(count - 1)) } ?? -1
                frame.child = upper
                if lower < upper { frame.remaining = (upper - lower - 1) / -step + 1 }
            }
        } else if frame.remaining > 0 {
            frame.child += step
        }
        guard frame.remaining > 0 else { return nil }
        frame.remaining -= 1
        if step == 1, frame.position != 0 {
            try spend(1)
            frame.position = view.index(after: frame.position)
        } else {
            // The document finds an element from the nearest of a few that it knows.
            try spend(8)
            frame.position = document.index(ofElement: frame.child, inArrayAt: frame.container)
        }
        return frame.position
    }

    /// Returns an offset, counted from the end if it is negative, in the range.
    private static func clamp(_ offset: Int, _ count: Int, _ range: ClosedRange<Int>) -> Int {
        min(max(offset < 0 ? count + offset : offset, range.lowerBound), range.upperBound)
    }
}
