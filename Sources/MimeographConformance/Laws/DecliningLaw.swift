import Mimeograph

/// Declining is decided from the head and the first bytes only, and leaves the whole body to the next one.
struct DecliningLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        if subject.kind != .reader { return "only a serializer of whole bodies may decline" }
        // That it never declines is believed only where it does not.
        let declines = subject.bodies.contains { fixture in
            if case .decline = subject.inspect(fixture.bytes, subject.head(of: fixture)) { true } else { false }
        }
        return declines ? nil : subject.waived[law]
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        let isDeclined = { (fixture: Fixture) in
            if case .declined = fixture.expectation { true } else { false }
        }
        guard subject.bodies.contains(where: isDeclined) else {
            throw Violation("Give a fixture that it .declines(…), or declare .notApplicable(.declining, because: …).")
        }
        return subject.casesOfBodies(law)
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        let head = subject.head(for: single)
        let first = subject.inspect(single.bytes, head)
        for _ in 0..<3 where subject.inspect(single.bytes, head) != first {
            throw Violation("It says something else when it is asked again.")
        }
        guard case .decline = first else {
            // After it has accepted, an error is final.
            if try subject.read(single.bytes, head: head).error?.code == .declined {
                throw Violation("It accepts the body at inspection, and declines it when it reads.")
            }
            return
        }
        // After the head and the first bytes nothing counts.
        let tail = single.bytes.prefix(Signature.prefixLength) + [0x00, 0x7B, 0xFF]
        if single.bytes.count >= Signature.prefixLength, subject.inspect(Array(tail), head) != first {
            throw Violation("What it says depends on more than the first bytes.")
        }
        var registry = try subject.registryOfItsOwn()
        do {
            try registry.register(BytesResponseSerializer(), for: .any, options: RegistrationOptions(id: "next"))
            let left = try registry.read([UInt8].self, from: single.bytes, head: head)
            if left != single.bytes { throw Violation("The next serializer gets other bytes than those that came.") }
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("The next serializer cannot read what was declined: \(error)")
        }
    }
}
