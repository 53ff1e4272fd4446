import Testing

@testable import mimeo

@Suite struct ArgumentsTests {
    static let declared = [
        OptionDeclaration("help", help: ""),
        OptionDeclaration("type", .required("TYPE"), help: ""),
        OptionDeclaration("strip-nulls", .optional("members|all", whenAlone: "members"), help: ""),
    ]

    @Test(
        arguments: [
            (["decode", "a.json"], ["decode", "a.json"], [:]),
            (["decode", "-"], ["decode", "-"], [:]),
            (["--type", "text/plain", "f"], ["f"], ["type": "text/plain"]),
            (["--type=text/plain", "f"], ["f"], ["type": "text/plain"]),
            (["--type=a=b"], [], ["type": "a=b"]),
            (["--type="], [], ["type": ""]),
            (["--type", "--help"], [], ["type": "--help"]),
            (["--strip-nulls", "all"], ["all"], ["strip-nulls": "members"]),
            (["--strip-nulls=all", "f"], ["f"], ["strip-nulls": "all"]),
            (["f", "-h"], ["f"], ["help": ""]),
            (["--", "--type", "-"], ["--type", "-"], [:]),
            ([], [], [:]),
        ] as [([String], [String], [String: String])]
    )
    func takenApart(_ words: [String], _ operands: [String], _ values: [String: String]) throws {
        let arguments = try Arguments(words, declared: Self.declared)
        #expect(arguments.operands == operands)
        #expect(arguments.values == values)
    }

    @Test(arguments: [
        (["--tpye", "x"], "unknown option --tpye; did you mean --type?"),
        (["--strip-null"], "unknown option --strip-null; did you mean --strip-nulls?"),
        (["--quux=1"], "unknown option --quux"),
        (["-x"], "unknown option -x"),
        (["-uada:hush"], "unknown option -u…"),
        (["-tada=hush"], "unknown option -t…"),
        (["--type"], "--type needs a value: --type TYPE"),
        (["--help=yes"], "--help takes no value"),
        (["--type=a", "--type=b"], "--type is given twice"),
    ])
    func refused(_ words: [String], _ message: String) {
        #expect(throws: UsageError(message)) { try Arguments(words, declared: Self.declared) }
    }

    @Test(arguments: [
        ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0), ("ab", "ba", 2),
    ])
    func editDistance(_ one: String, _ two: String, _ distance: Int) {
        #expect(EditDistance.between(Array(one), Array(two)) == distance)
    }
}
