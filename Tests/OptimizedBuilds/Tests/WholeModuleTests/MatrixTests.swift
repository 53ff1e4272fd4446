#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Testing

/// Every type gives the same value by every entry point, from every container of the bytes.
@Suite struct MatrixTests {
    @Test(arguments: Row.tight) func sizesWithoutSpareBits(_ row: Row) async throws { try await row.check() }

    @Test(arguments: Row.spare) func sizesWithSpareBits(_ row: Row) async throws { try await row.check() }

    @Test(arguments: Row.types) func typesOfUsers(_ row: Row) async throws { try await row.check() }

    @Test(arguments: Row.formats) func allFormatsAndEntries(_ row: Row) async throws { try await row.check() }
}

extension Row {
    static let tight: [Row] = [
        Row(1, UInt8.self),
        Row(2, UInt16.self),
        Row(3, Pair<UInt16, UInt8>.self),
        Row(4, UInt32.self),
        Row(5, Pair<UInt32, UInt8>.self),
        Row(6, Pair<UInt32, UInt16>.self),
        Row(7, Pair<UInt32, Pair<UInt16, UInt8>>.self),
        Row(8, UInt64.self),
        Row(9, Word<UInt8>.self),
        Row(10, Word<UInt16>.self),
        Row(11, Word<Pair<UInt16, UInt8>>.self),
        Row(12, Word<UInt32>.self),
        Row(13, Word<Pair<UInt32, UInt8>>.self),
        Row(14, Word<Pair<UInt32, UInt16>>.self),
        Row(15, Word<Pair<UInt32, Pair<UInt16, UInt8>>>.self),
        Row(16, Word<UInt64>.self),
        Row(17, Words<UInt8>.self),
        Row(18, Words<UInt16>.self),
        Row(19, Words<Pair<UInt16, UInt8>>.self),
        Row(20, Words<UInt32>.self),
        Row(21, Words<Pair<UInt32, UInt8>>.self),
        Row(22, Words<Pair<UInt32, UInt16>>.self),
        Row(23, Words<Pair<UInt32, Pair<UInt16, UInt8>>>.self),
        Row(24, Words<UInt64>.self),
        Row(25, Words<Word<UInt8>>.self),
        Row(26, Words<Word<UInt16>>.self),
        Row(27, Words<Word<Pair<UInt16, UInt8>>>.self),
        Row(28, Words<Word<UInt32>>.self),
        Row(29, Words<Word<Pair<UInt32, UInt8>>>.self),
        Row(30, Words<Word<Pair<UInt32, UInt16>>>.self),
        Row(31, Words<Word<Pair<UInt32, Pair<UInt16, UInt8>>>>.self),
        Row(32, Words<Word<UInt64>>.self),
        Row(33, Words<Words<UInt8>>.self),
        Row(34, Words<Words<UInt16>>.self),
        Row(35, Words<Words<Pair<UInt16, UInt8>>>.self),
        Row(36, Words<Words<UInt32>>.self),
        Row(37, Words<Words<Pair<UInt32, UInt8>>>.self),
        Row(38, Words<Words<Pair<UInt32, UInt16>>>.self),
        Row(39, Words<Words<Pair<UInt32, Pair<UInt16, UInt8>>>>.self),
        Row(40, Words<Words<UInt64>>.self),
    ]

    static let spare: [Row] = [
        Row(1, Bool.self),
        Row(2, Pair<UInt8, Bool>.self),
        Row(3, Pair<UInt16, Bool>.self),
        Row(4, Pair<UInt16, Pair<UInt8, Bool>>.self),
        Row(5, Pair<UInt32, Bool>.self),
        Row(6, Pair<UInt32, Pair<UInt8, Bool>>.self),
        Row(7, Pair<UInt32, Pair<UInt16, Bool>>.self),
        Row(8, Pair<UInt32, Pair<UInt16, Pair<UInt8, Bool>>>.self),
        Row(9, Word<Bool>.self),
        Row(16, Word<Pair<UInt32, Pair<UInt16, Pair<UInt8, Bool>>>>.self),
        Row(24, Words<Pair<UInt32, Pair<UInt16, Pair<UInt8, Bool>>>>.self),
        Row(32, Words<Word<Pair<UInt32, Pair<UInt16, Pair<UInt8, Bool>>>>>.self),
        Row(40, Words<Words<Pair<UInt32, Pair<UInt16, Pair<UInt8, Bool>>>>>.self),
    ]

    static let formats: [Row] = [
        Row(all: Location.self),
        Row(all: Color.self),
        Row(all: Flags.self),
        Row(all: Person.self),
        Row(all: Node.self),
        Row(all: Pair<UInt8, UInt16?>.self),
        Row(all: Change<UInt8>.self),
    ]

    static let types: [Row] = [
        Row(Nothing.self),
        Row(Location.self),
        Row(Color.self),
        Row(Vector.self),
        Row(Range64.self),
        Row(Stamp.self),
        Row(Flags.self),
        Row(Person.self),
        Row(Account.self),
        Row(Level.self),
        Row(Only.self),
        Row(Shape.self),
        Row(Tree.self),
        Row(Wide.self),
        Row(Node.self),
        Row(Owner.self),
        Row(Measure.self),
        Row(Span8.self),
        Row(Int.self),
        Row(UInt8.self),
        Row(Float.self),
        Row(Double.self),
        Row(Bool.self),
        Row(String.self),
        Row(Date.self),
        Row(Data.self),
        Row(UUID.self),
        Row(Decimal.self),
        Row(Int?.self),
        Row(Int8?.self),
        Row(UInt16?.self),
        Row(Bool?.self),
        Row(Double?.self),
        Row(String?.self),
        Row(Date?.self),
        Row(Location?.self),
        Row(Color?.self),
        Row(Shape?.self),
        Row(Node?.self),
        Row(Int??.self),
        Row(Bool??.self),
        Row(String??.self),
        Row(Color??.self),
        Row(UInt16???.self),
        Row([Int?].self),
        Row([Color].self),
        Row([String: Int?].self),
        Row([String: Vector].self),
        Row(Pair<UInt8, UInt8>.self),
        Row(Pair<Double?, Double?>.self),
        Row(Pair<Int??, Bool??>.self),
        Row(Pair<Person, Color?>.self),
        Row(Change<Int>.self),
        Row(Change<UInt8>.self),
        Row(Change<String>.self),
        Row(Change<Color>.self),
        Row(Change<Bool>.self),
    ]
}
