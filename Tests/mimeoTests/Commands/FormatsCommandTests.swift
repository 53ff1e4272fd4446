import Testing

@testable import mimeo

@Suite struct FormatsCommandTests {
    @Test func listsWhatIsRegistered() {
        let run = ToolRun(["formats"])
        #expect(run.exitCode == .success)
        for part in ["Reads:", "Writes:", "Accept", "json", "text/*", "*/*+json", "application/octet-stream"] {
            #expect(run.output.contains(part), "\(part)")
        }
        #expect(run.output.contains("codable  application/json"))
    }
}
