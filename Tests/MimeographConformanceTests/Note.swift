import Mimeograph
import MimeographConformance
import MimeographText
import Synchronization

/// The value of a small invented format: a text that ends with a semicolon and nests in parentheses.
struct Note: Hashable, Sendable {
    var text: String
    init(_ text: String) { self.text = text }
}

/// A fault of the serializer of notes. The law of the same name detects it, and no other law does.
enum Fault: Hashable, Sendable {
    case none
    case breaks(ConformanceLaw)
    case large(LargeFault)
}

/// A fault that appears only with bodies larger than every fixture.
enum LargeFault: CaseIterable {
    /// Faults in the values of bodies over 3,000 bytes.
    case isEmpty, isCut, hasMore, isOther
    /// The value of the first body with the same length, or of the previous one, is returned.
    case isTheFirstOfItsLength, isThePrevious
    /// A large invalid body gives a value instead of an error.
    case readsErrorsOtherwise
    /// A body over 5,000 bytes ends the process.
    case traps
}

/// State that a serializer must not keep.
final class Memory: Sendable {
    let previous = Mutex<[UInt8]>([])
    let first = Mutex<[Int: String]>([:])
    let last = Mutex<(count: Int, text: String)>((0, ""))
    let calls = Mutex(0)
    let firstTask = Mutex<Int?>(nil)
}

/// Reads notes, with a fault.
struct NoteSerializer: ResponseSerialization {
    let fault: Fault
    let memory = Memory()

    func breaks(_ law: ConformanceLaw) -> Bool { fault == .breaks(law) }

    var acceptedTypes: [MediaRange] {
        let calls = memory.calls.withLock { calls in
            calls += 1
            return calls
        }
        return breaks(.undeclaredTypes) && calls > 10
            ? ["text/x-note", "application/x-note", "text/html"] : ["text/x-note", "application/x-note"]
    }

    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        guard prefix.count > 0, prefix[0] == UInt8(ascii: "%") else { return .accept }
        let calls = memory.calls.withLock { calls in
            calls += 1
            return calls
        }
        return breaks(.declining) && calls % 2 == 0 ? .accept : .decline(reason: "It begins with a percent sign.")
    }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Note {
        if !breaks(.inputBytes) { try limits.check(.inputBytes, body.count) }
        if body.isEmpty {
            if breaks(.emptyBody) { return Note("") }
            throw SerializationError(.emptyBody, "The body is empty.")
        }
        if breaks(.declaredTypes), head.contentType?.type == "application" {
            throw SerializationError(.syntax, "This type is not accepted.")
        }
        let isMarked = body.count > 2 && body[0] == 0xFF && body[1] == 0xFE
        var text =
            breaks(.charsets) && isMarked
            ? try TextDecoding.decode(body.extracting(2...), charset: "windows-1252").text
            : try TextDecoding.decode(body, charset: head.contentType?.charset).text
        try check(text, limits)
        if text.last == ";" {
            text.removeLast()
        } else if breaks(.prefixes), text.hasPrefix("lon") {
            return Note(text)
        } else {
            let quoted = breaks(.errors) ? ": \(text)" : "."
            throw SerializationError(
                .truncated,
                "There is no semicolon\(quoted)",
                at: SourceLocation(offset: body.count, in: body)
            )
        }
        if text.utf8.contains(UInt8(ascii: ";")) {
            throw SerializationError(.syntax, "There is more than one semicolon.")
        }
        if case .large(let fault) = fault { return Note(wrong(fault, text, [UInt8](body), status: head.status)) }
        if breaks(.heads), head.status == 404, body.count < 3000 { return Note("not found") }
        if breaks(.largeBodies), body.count > 65_536 { return Note(String(text.dropFirst())) }
        return Note(remembering([UInt8](body), text))
    }

    /// Enforces the limits. A note that begins with o, x or p and a number has that cost.
    private func check(_ text: String, _ limits: DecodingLimits) throws(SerializationError) {
        var depth = 1
        var deepest = 1
        for byte in text.utf8 {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            deepest = max(deepest, depth)
        }
        if depth != 1, !breaks(.outcomes) { throw SerializationError(.syntax, "The parentheses do not match.") }
        let figure = Int(text.dropFirst().prefix { $0.isNumber }) ?? 0
        let costs: [(ConformanceLaw, DecodingLimits.Limit, Int)] = [
            (.depth, .depth, deepest), (.elements, .elements, text.utf8.count { $0 == UInt8(ascii: ",") } + 1),
            (.outputBytes, .outputBytes, text.hasPrefix("o") ? figure : 0),
            (.expansionRatio, .expansionRatio, text.hasPrefix("x") ? figure : 0),
            (.pixels, .pixels, text.hasPrefix("p") ? figure : 0),
        ]
        for (law, limit, cost) in costs where !breaks(law) { try limits.check(limit, cost) }
    }

    private func wrong(_ fault: LargeFault, _ text: String, _ body: [UInt8], status: Int) -> String {
        guard body.count > 3000 else { return text }
        switch fault {
        case .isEmpty: return ""
        case .isCut: return String(text.prefix(3000))
        case .hasMore: return text + "."
        case .isOther: return String(text.reversed())
        case .isTheFirstOfItsLength:
            return memory.first.withLock { first in
                first[body.count] = first[body.count] ?? text
                return first[body.count] ?? text
            }
        case .isThePrevious:
            return memory.last.withLock { last in
                defer { last = (body.count, text) }
                return last.count == body.count ? last.text : text
            }
        case .readsErrorsOtherwise: return status == 200 ? text : "an error"
        case .traps: precondition(body.count <= 5000, "on purpose")
        }
        return text
    }

    private func remembering(_ body: [UInt8], _ text: String) -> String {
        if breaks(.roundTrip), text == "only written" { return "not written" }
        if breaks(.mutations) { return text.replacing("~", with: "~~") }
        if breaks(.repeatable) {
            let before = memory.previous.withLock { previous in
                defer { previous = body }
                return previous
            }
            if text == "first", before == Array("last;".utf8) { return "second" }
        }
        if breaks(.concurrency), text == "first" { return isAnotherTask() ? "crowded" : text }
        return text
    }
}

extension NoteSerializer {
    /// Returns whether a task other than the first calls. A fault that needs two simultaneous calls could stay hidden on a busy
    /// machine, where two tasks may never meet.
    private func isAnotherTask() -> Bool {
        let task = unsafe withUnsafeCurrentTask { unsafe $0.hashValue }
        return memory.firstTask.withLock { first in
            first = first ?? task
            return task != first
        }
    }
}

/// Writes notes, with a fault.
struct NoteWriter: RequestSerialization {
    let fault: Fault
    var contentType: MediaType { "text/x-note" }

    func write(_ input: Note, into message: inout RequestMessage) throws(SerializationError) {
        if fault == .breaks(.failedWrite) { message.fields["Content-Type"] = contentType.description }
        if input.text.contains(";") { throw SerializationError(.unencodableValue, "A note has no semicolon.") }
        // A reader treats U+FEFF at the start as a byte order mark.
        let mark = input.text.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" : ""
        message.body = .bytes(Array("\(mark)\(input.text);".utf8))
        message.fields["Content-Type"] = contentType.description
    }
}

/// Registers notes. With a fault it wrongly replaces the reader of texts.
struct NotePlugin: SerializerPlugin {
    let serializer: NoteSerializer

    func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(serializer, options: RegistrationOptions(id: "note"))
        guard serializer.breaks(.monotonicity) else { return }
        try registry.register(
            serializer,
            for: "text/*",
            options: RegistrationOptions(id: "notes", replacing: "text")
        )
    }
}
