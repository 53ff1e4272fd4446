#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

if let place = Terminal.unreadableWord {
    let error = UsageError("word \(place) of the command line is not UTF-8; rename the file, or create a link to it")
    Console.standard().errorOutput.write(error.text)
    exit(ExitCode.wrongUsage.rawValue)
}
Terminal.hideSecrets(Tool.declaredOptions)
exit(Tool(console: .standard()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
