#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

Terminal.hideSecrets(Tool.declaredOptions)
exit(Tool(console: .standard()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
