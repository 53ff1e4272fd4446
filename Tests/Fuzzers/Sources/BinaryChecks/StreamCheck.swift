import FuzzerSupport
import Mimeograph

/// Reads consecutive values. Chunk boundaries must not change the result, and each value must equal the value of its bytes.
public enum StreamCheck<Binary: BinaryFormat> {
    /// Runs every check on an input.
    public static func all(_ input: [UInt8]) {
        let whole = run(Binary.Value.self, Bounds.limits, input)
        _ = run(Binary.Value.self, Bounds.tight, input)
        _ = run([String: Int].self, Bounds.limits, input)
        if let value = try? Binary.parse(input, Bounds.limits) {
            require(whole.error == nil && whole.elements == [value], "as a stream, a body of one value gives \(whole)")
        } else if whole.error == nil {
            require(whole.elements.count != 1, "as a stream, a rejected body gives one value")
        }
    }

    private static func run<Element: Decodable & Hashable & Sendable>(
        _ type: Element.Type,
        _ limits: DecodingLimits,
        _ input: [UInt8]
    ) -> Outcome<Element> {
        let whole = Outcome(of: type, Binary.self, limits, chunks: [input[...]])
        if let error = whole.error { require(error, fits: input, codes: Bounds.codes.union([.dataShape])) }
        for cuts in Cuts.some(of: input) {
            let cut = Outcome(of: type, Binary.self, limits, chunks: cuts.chunks(of: input))
            require(cut == whole, "cut at \(cuts.sizes.prefix(40)), the result is \(cut); uncut, it is \(whole)")
        }
        return whole
    }
}

/// The result of a stream: its elements, and the error that ended it.
private struct Outcome<Element: Decodable & Hashable & Sendable>: Equatable, CustomStringConvertible {
    private(set) var elements: [Element] = []
    private(set) var error: SerializationError?

    init<Binary: BinaryFormat>(
        of type: Element.Type,
        _ binary: Binary.Type,
        _ limits: DecodingLimits,
        chunks: [ArraySlice<UInt8>]
    ) {
        do throws(SerializationError) {
            var parser = try binary.stream(of: type, limits)
            for chunk in chunks { try parser.consume(chunk.span, into: &elements) }
            try parser.finish(into: &elements)
        } catch {
            self.error = error
        }
    }

    var description: String { "\(elements) and \(error.map { "\($0)" } ?? "no error")" }

    static func == (one: Outcome, other: Outcome) -> Bool {
        one.elements == other.elements && one.error?.code == other.error?.code
            && one.error?.location == other.error?.location && one.error?.message == other.error?.message
    }
}
