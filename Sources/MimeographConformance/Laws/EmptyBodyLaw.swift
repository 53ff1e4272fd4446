import Mimeograph

/// An empty body gives what its author says.
struct EmptyBodyLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? { subject.whyNotRead }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard subject.emptyBody != nil else {
            throw Violation("Declare .emptyBody(is: …) or .emptyBodyIsRefused.")
        }
        return AnySequence([ConformanceCase(law: law)])
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        let reading = try subject.read([], head: subject.head())
        try subject.checkShape(reading, count: 0)
        if case .value(let expected) = subject.emptyBody {
            if let error = reading.error { throw Violation("It must be read, and is refused: \(error.message)") }
            guard let value = reading.value, try subject.same(value, expected) else {
                throw Violation("It is another value.")
            }
        } else if reading.error == nil {
            throw Violation("It must be refused, and is read.")
        }
    }
}
