import Testing

@testable import MimeographTree

#if os(Linux)
    /// The bytes that make an optional nil, as plans read and write them.
    struct NilPatternTests {
        @Test(arguments: [
            NilSample("", "a", "a string that needs memory of its own"), NilSample(0, 1, .max), NilSample(false, true),
            NilSample(UInt8(0), .max), NilSample(0.0, .nan), NilSample(Float(0), -1), NilSample([Int](), [1, 2]),
            NilSample(["a": 1], [:]), NilSample(TextFirst("", 0), TextFirst("ä", -1)),
            NilSample(TextLast(0, ""), TextLast(.max, "abc")), NilSample(Season.spring, .winter),
            NilSample(NumberAndFlag(0, false), NumberAndFlag(-1, true)),
            NilSample(FlagAndNumber(false, 0), FlagAndNumber(true, -1)), NilSample(Object(), Object()),
            NilSample(ObjectAndNumber(Object(), 0), ObjectAndNumber(Object(), -1)),
        ])
        func tellsNilFromValues(_ sample: NilSample) { sample.check() }
    }

    struct NilSample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable () -> Void

        init<Value: Sendable>(_ values: Value...) {
            testDescription = "\(Value.self)"
            check = {
                guard let pattern = NilPattern(Value.self) else {
                    Issue.record("no pattern")
                    return
                }
                // The memory held something else before, as memory of fields does.
                for filler in [0x00, 0x55, 0xFF] as [UInt8] {
                    let isByCompiler = unsafe isNil(Value.self, over: filler, pattern) { unsafe $0.initialize(to: nil) }
                    let isByPattern = unsafe isNil(Value.self, over: filler, pattern) { unsafe pattern.store(in: $0) }
                    #expect(isByCompiler == true && isByPattern == true)
                    for value in values {
                        let isNil = unsafe isNil(Value.self, over: filler, pattern) { unsafe $0.initialize(to: value) }
                        #expect(isNil == false)
                    }
                }
            }
        }
    }

    /// Stores an optional, and returns whether it is nil; nil if the pattern and the compiler do not agree.
    private func isNil<Value>(
        _ type: Value.Type,
        over filler: UInt8,
        _ pattern: NilPattern,
        _ store: (UnsafeMutablePointer<Value?>) -> Void
    ) -> Bool? {
        unsafe withUnsafeTemporaryAllocation(of: Value?.self, capacity: 1) { memory in
            guard let optional = memory.baseAddress else { return nil }
            unsafe UnsafeMutableRawBufferPointer(memory).initializeMemory(as: UInt8.self, repeating: filler)
            unsafe store(optional)
            defer { unsafe optional.deinitialize(count: 1) }
            let isNil = unsafe optional.pointee == nil
            return unsafe pattern.matches(optional) == isNil ? isNil : nil
        }
    }

    private final class Object: Sendable {}
    private enum Season: Sendable { case spring, summer, autumn, winter }

    private struct TextFirst: Sendable {
        let text: String, number: Int
        init(_ text: String, _ number: Int) { (self.text, self.number) = (text, number) }
    }

    private struct TextLast: Sendable {
        let number: Int, text: String
        init(_ number: Int, _ text: String) { (self.number, self.text) = (number, text) }
    }

    private struct NumberAndFlag: Sendable {
        let number: Int32, flag: Bool
        init(_ number: Int32, _ flag: Bool) { (self.number, self.flag) = (number, flag) }
    }

    private struct FlagAndNumber: Sendable {
        let flag: Bool, number: Int32
        init(_ flag: Bool, _ number: Int32) { (self.flag, self.number) = (flag, number) }
    }

    private struct ObjectAndNumber: Sendable {
        let object: Object, number: Int
        init(_ object: Object, _ number: Int) { (self.object, self.number) = (object, number) }
    }
#endif
