import Harness

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// A new suite is a file beside this one and a name here.
let suites: [any Suite.Type] = [CoreSuite.self]

var names = Array(CommandLine.arguments.dropFirst())
let isCheck = names.contains("--check")
names.removeAll { $0 == "--check" }

guard let name = names.first, names.count == 1, let suite = suites.first(where: { $0.name == name }) else {
    print("usage: Scripts/bench NAME [--check]\nSuites:")
    for suite in suites { print("  \(suite.name)  \(suite.summary)") }
    exit(names.isEmpty ? 0 : 2)
}

let report = try suite.run()
print(report.markdown, terminator: "")
if isCheck && report.fallsShort { exit(1) }
