import Mimeograph

/// A write that fails leaves the message as it was.
struct FailedWriteLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        if let reason = subject.waived[law] { return reason }
        return subject.write == nil ? "nothing here writes" : nil
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard let values = subject.unwritable, !values.isEmpty else {
            throw Violation("Declare .unwritable(…), or .notApplicable(.failedWrite, because: …).")
        }
        return AnySequence(values.indices.map { ConformanceCase(law: law, figure: $0) })
    }

    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let values = subject.unwritable, let index = single.figure, values.indices.contains(index),
            let write = subject.write
        else { throw Violation("There is no such value.") }
        for before in [
            RequestMessage(method: .put, url: "/a?b=c", fields: ["X-Before": "1"], body: .bytes([1, 2, 3])),
            RequestMessage(method: .get, url: "/"),
        ] {
            var message = before
            do throws(SerializationError) {
                try write(values[index], &message)
            } catch {
                guard message.method == before.method, message.url == before.url, message.fields == before.fields,
                    try message.body.bytes() == before.body.bytes()
                else { throw Violation("The write of value \(index) fails and changes the message all the same.") }
                continue
            }
            throw Violation("Value \(index) must not be writable, and is written.")
        }
    }
}
