import FuzzerSupport
import Mimeograph
import MimeographServer

// The first line of an input is a Content-Type, the second an Accept. Each other line is a registration: a letter for its kind, a
// digit for its priority, and the range.

Fuzzer.run(longestInput: 512) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    guard lines.count > 2 else { return }
    var head = ResponseHead(status: 200)
    head.fields["Content-Type"] = lines[0]
    var registry = SerializerRegistry()
    for (number, line) in lines.dropFirst(2).prefix(12).enumerated() {
        let before = registry
        guard register(line, number, in: &registry) else { continue }
        check(before, grewTo: registry, head)
    }
    check(registry, head)
    check(registry, accept: AcceptField(parsing: lines[1]))
}

/// Registers a line, and returns whether that succeeded. A rejected registration changes nothing.
func register(_ line: String, _ number: Int, in registry: inout SerializerRegistry) -> Bool {
    var rest = Substring(line)
    guard let kind = rest.popFirst(), let digit = rest.popFirst(), let range = try? MediaRange(String(rest)) else {
        return false
    }
    let options = RegistrationOptions(
        id: Registration.ID(rawValue: "r\(number)"),
        priority: (digit.wholeNumberValue ?? 0) - 4
    )
    let before = registry.registrations.map(\.id)
    do throws(RegistryError) {
        switch kind {
        case "a": try registry.register(Whole<Apple>(number: number), for: range, options: options)
        case "p": try registry.register(Whole<Pear>(number: number), for: range, options: options)
        case "s": try registry.register(Shy(number: number), for: range, options: options)
        default: try registry.register(format: Codes(number: number), for: range, options: options)
        }
        return true
    } catch {
        require(registry.registrations.map(\.id) == before, "a rejected registration changed the registry: \(error)")
        return false
    }
}

/// Checks that the explanation, the value and the error agree.
func check(_ registry: SerializerRegistry, _ head: ResponseHead) {
    let body = [UInt8]("body".utf8)
    check(registry, head, as: Apple.self) { try registry.read(Apple.self, from: body, head: head).number }
    check(registry, head, as: Pear.self) { try registry.read(Pear.self, from: body, head: head).number }
    check(registry, head, as: Coded.self) { try registry.read(Coded.self, from: body, head: head).number }
}

func check<Value>(_ registry: SerializerRegistry, _ head: ResponseHead, as type: Value.Type, _ read: () throws -> Int) {
    let trace = registry.explain(head, for: type, body: [UInt8]("body".utf8))
    require(!trace.description.isEmpty, "the trace has no description")
    do {
        let number = try read()
        require(trace.chosen?.rawValue == "r\(number)", "r\(number) read the body, but the trace is \(trace)")
        // No other candidate is a closer match.
        guard case .chosen(let range) = trace.candidates.first?.verdict, let type = trace.contentType,
            let best = range.match(type)
        else { return }
        for candidate in trace.candidates {
            guard case .outranked(let other) = candidate.verdict, let match = other.match(type) else { continue }
            require(!(best < match), "\(other) is a closer match for \(type) than \(range): \(trace)")
        }
    } catch let error as SerializationError {
        require(trace.chosen == nil, "reading fails with \(error), but the trace is \(trace)")
        let codes: Set<SerializationError.Code> = [
            .unsupportedMediaType, .missingContentType, .unacceptableContentType,
        ]
        require(codes.contains(error.code), "the error has the code \(error.code): \(error)")
    } catch {
        disagree("an error has another type: \(error)")
    }
}

/// Checks that an added registration takes only the types that it matches more closely than the previous one.
func check(_ before: SerializerRegistry, grewTo after: SerializerRegistry, _ head: ResponseHead) {
    let body = [UInt8]("body".utf8)
    let pairs = [
        (before.explain(head, for: Apple.self, body: body), after.explain(head, for: Apple.self, body: body)),
        (before.explain(head, for: Pear.self, body: body), after.explain(head, for: Pear.self, body: body)),
        (before.explain(head, for: Coded.self, body: body), after.explain(head, for: Coded.self, body: body)),
    ]
    let new = after.registrations.map(\.id).first { id in !before.registrations.contains { $0.id == id } }
    for (old, now) in pairs where old.chosen != now.chosen {
        require(now.chosen == new, "with \(new?.rawValue ?? "nothing") more, \(old)\nbecame \(now)")
        guard case .chosen(let was) = old.candidates.first?.verdict,
            case .chosen(let is_) = now.candidates.first?.verdict,
            let type = now.contentType, let one = was.match(type), let other = is_.match(type)
        else { continue }
        require(!(other < one), "\(is_) took \(type) from \(was), which is a closer match")
    }
}

/// Checks that a negotiated type was offered and is accepted. If negotiation fails, no offered type is accepted.
func check(_ registry: SerializerRegistry, accept: AcceptField) {
    let offers = registry.offers(for: Coded(number: 0))
    do throws(SerializationError) {
        let (type, _) = try registry.encode(Coded(number: 0))
        require(offers.contains { $0.type.essence == type.essence }, "\(type) is written but not offered: \(offers)")
    } catch {
        require(offers.isEmpty, "\(offers.map(\.type)) are offered, and \(error)")
    }
    // A client can read every type in its Accept field.
    for element in registry.accept(for: Coded.self).elements {
        guard let type = element.range.concreteType else { disagree("Accept contains the range \(element.range)") }
        let trace = registry.explain(contentType: type, for: Coded.self)
        require(trace.chosen != nil, "Accept contains \(type), which cannot be read: \(trace)")
    }
    for offer in offers {
        let quality = accept.quality(of: offer.type)
        require(quality == .zero || !accept.elements.isEmpty || quality == .one, "an absent Accept has a preference")
    }
}
