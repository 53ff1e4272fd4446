import FuzzerSupport

// Reads every input as a few types that are marked with `SynthesizedCodable`, and as the same types without the mark. The value or the
// error must be the same, and so must the bytes that the value is written as.
Fuzzer.run(longestInput: 4096) { input in
    for format in Twins.formats {
        Twins.check(input, format, Account<Marked>.self, Account<Plain>.self)
        Twins.check(input, format, [Event<Marked>].self, [Event<Plain>].self)
        Twins.check(input, format, Node<Marked>.self, Node<Plain>.self)
    }
}
