#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

exit(Tool(console: .standard()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
