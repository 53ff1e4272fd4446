import Mimeograph

/// A type that is marked with `SynthesizedCodable` is written and read as its own functions do it.
struct MarkedTypesLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        if let reason = underTest.skipped[law] { return reason }
        return underTest.marked.isEmpty ? "the suite has no samples of marked types" : nil
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        if underTest.format == nil {
            throw Violation("Only a suite of a format codes marked types. Remove .marked(…).")
        }
        return AnySequence(underTest.marked.indices.map { ConformanceCase(law: law, figure: $0) })
    }

    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let format = underTest.format, let index = single.figure, underTest.marked.indices.contains(index) else {
            throw Violation("The suite has no such sample.")
        }
        try underTest.marked[index].check(format)
    }
}

/// A sample of a marked type, with the type erased.
struct MarkedSample: Sendable {
    /// Writes and reads the sample by way of the marker and by the functions of its type, and compares the results.
    let check: @Sendable (any CodableFormat) throws(Violation) -> Void

    init<Sample: SynthesizedCodable & Sendable>(_ sample: Sample) {
        check = { (format) throws(Violation) in
            // The first value of a type is coded both ways.
            for _ in 0..<3 { try MarkedSample.check(sample, format) }
            if let reason = Sample.unmarkedReason {
                throw Violation("\(Sample.self) is marked with SynthesizedCodable, but \(reason)")
            }
        }
    }

    private static func check<Sample: SynthesizedCodable>(_ sample: Sample, _ format: any CodableFormat)
        throws(Violation)
    {
        let expected = Outcome { () throws(SerializationError) in try format.encode(Unmarked(value: sample)) }
        guard Outcome({ () throws(SerializationError) in try format.encode(sample) }) == expected else {
            throw Violation(
                "\(Sample.self) is written as other bytes, or fails in another way, than by its own encode(to:)."
            )
        }
        guard case .value(let bytes) = expected else { return }
        // Each prefix, and the body with each byte changed, shows that errors are the same, too.
        let changed = bytes.indices.prefix(512)
            .flatMap { index in [Array(bytes[..<index]), bytes[..<index] + [bytes[index] ^ 1] + bytes[(index + 1)...]] }
        for body in [bytes] + changed {
            let own = Outcome { () throws(SerializationError) in
                try format.encode(try format.decode(Unmarked<Sample>.self, from: body))
            }
            let marked = Outcome { () throws(SerializationError) in
                try format.encode(Unmarked(value: try format.decode(Sample.self, from: body)))
            }
            if marked != own {
                throw Violation(
                    "\(Sample.self) is read as another value, or fails in another way, than by its own init(from:). Bytes: "
                        + "\(Hexadecimal.excerpt(of: body))."
                )
            }
        }
    }

    /// The bytes or the error of a coding. Messages name the type that was asked for, so they are not compared.
    private enum Outcome: Equatable {
        case value([UInt8])
        case error(SerializationError.Code, path: [String], location: String)

        init(_ code: () throws(SerializationError) -> [UInt8]) {
            do throws(SerializationError) {
                self = .value(try code())
            } catch {
                let location = error.location.map { String(describing: $0) } ?? ""
                self = .error(error.code, path: error.codingPath.map(\.stringValue), location: location)
            }
        }
    }
}

/// A value that is coded by the functions of its type, because nothing but them is called.
private struct Unmarked<Value: Codable>: Codable {
    var value: Value

    init(value: Value) { self.value = value }

    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
