import Testing

@testable import mimeo

/// The tests of the session cover watching, in network namespaces.
@Suite struct ReachabilityCommandTests {
    @Test(arguments: ["127.0.0.1", "localhost"])
    func theMachineItself(host: String) {
        let run = ToolRun(["reachability", host, "--once"])
        #expect(run.output == "reachable via loopback\n" && run.errorOutput == "" && run.exitCode == .success)
    }

    @Test func anUnknownHost() {
        let run = ToolRun(["reachability", "--once", "no.such.host.invalid"])
        #expect(run.output == "notReachable\n" && run.exitCode == .badBody)
    }

    @Test(arguments: [(["a", "b"], "unexpected operand b"), ([""], "HOST is empty")])
    func wrongUsage(operands: [String], text: String) {
        let run = ToolRun(["reachability"] + operands)
        #expect(run.exitCode == .wrongUsage && run.errorOutput.contains(text))
    }
}
