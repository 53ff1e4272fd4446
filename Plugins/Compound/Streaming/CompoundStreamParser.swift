// The choice must not depend on how the body is split. So until a member is chosen, each member gets one byte at a time, however
// the body arrives. The first byte after which a member has an element or an error is then always the same.
//
//     bytes     { " a " : 1 } \n …
//     member 1  error at "{"                 the next member reads the same bytes again
//     member 2  . . . . . . . . element      chosen; it gets all later bytes as they arrive

import Mimeograph

/// A parser that passes the first bytes to one member after another, until one can be chosen.
struct CompoundStreamParser<Element: Sendable>: IncrementalParser {
    /// The members that have not been tried, the next one last.
    private var waiting: [(index: Int, member: CompoundStreamMember<Element>)]
    private var attempts: CompoundAttempts
    private let head: ResponseHead
    private let limits: DecodingLimits
    private let peekedBytes: Int

    /// The parser of the member that is tried or has been chosen.
    private var parser: (any IncrementalParser<Element>)?
    private var current: (index: Int, name: String) = (0, "")
    private var isChosen = false
    /// The first bytes, until a member is chosen.
    private var kept: [UInt8] = []
    /// The number of these bytes that the parser has read.
    private var fedCount = 0

    init(
        members: [(index: Int, member: CompoundStreamMember<Element>)],
        attempts: CompoundAttempts,
        head: ResponseHead,
        limits: DecodingLimits,
        peekedBytes: Int
    ) {
        waiting = members.reversed()
        self.attempts = attempts
        self.head = head
        self.limits = limits
        self.peekedBytes = peekedBytes
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var position = 0
        while position < chunk.count, !isChosen {
            kept.append(chunk[position])
            position += 1
            try peek(into: &elements)
        }
        if position < chunk.count { try parser?.consume(chunk.extracting(position..<chunk.count), into: &elements) }
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        while !isChosen {
            try peek(into: &elements)
            if isChosen { break }
            var made: [Element] = []
            do throws(SerializationError) {
                try parser?.finish(into: &made)
                elements += made
                return
            } catch {
                try advance(after: error, &made, into: &elements)
            }
        }
        try parser?.finish(into: &elements)
    }

    /// Passes the kept bytes to the parser one by one, until all are used or a member is chosen.
    private mutating func peek(into elements: inout [Element]) throws(SerializationError) {
        if parser == nil { try startNext() }
        while fedCount < kept.count, !isChosen {
            let byte = [kept[fedCount]]
            fedCount += 1
            var made: [Element] = []
            do throws(SerializationError) {
                try parser?.consume(byte.span, into: &made)
            } catch {
                try advance(after: error, &made, into: &elements)
                continue
            }
            isChosen = !made.isEmpty || fedCount >= peekedBytes
            elements += made
        }
        guard isChosen else { return }
        let rest = Array(kept[fedCount...])
        kept = []
        fedCount = 0
        if !rest.isEmpty { try parser?.consume(rest.span, into: &elements) }
    }

    /// Continues with the next member after an error, unless the failed member had already returned an element.
    private mutating func advance(
        after error: SerializationError,
        _ made: inout [Element],
        into elements: inout [Element]
    ) throws(SerializationError) {
        guard made.isEmpty else {
            isChosen = true
            elements += made
            throw error
        }
        attempts.addFailed(current.index, current.name, error)
        parser = nil
        try startNext()
    }

    /// Starts the next member whose parser can be created.
    private mutating func startNext() throws(SerializationError) {
        fedCount = 0
        while let (index, member) = waiting.popLast() {
            do throws(SerializationError) {
                parser = try member.makeParser(head, limits)
                current = (index, member.name)
                return
            } catch {
                attempts.addFailed(index, member.name, error)
            }
        }
        throw attempts.error(for: head.contentType)
    }
}
