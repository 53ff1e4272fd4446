import Foundation
import ModelStream

// Prints the answer to a question as it arrives. Ctrl-C ends the request, because the process ends.
let environment = ProcessInfo.processInfo.environment
do {
    let model = try LanguageModel(
        environment["MODEL"] ?? "echo",
        baseURL: environment["MODEL_URL"] ?? "http://127.0.0.1:8080/v1/",
        key: environment["MODEL_KEY"]
    )
    let question = CommandLine.arguments.dropFirst().joined(separator: " ")
    for try await text in try await model.answer(to: [Message(question)]) {
        print(text, terminator: "")
        fflush(nil)
    }
    print()
} catch let error as ModelError {
    FileHandle.standardError.write(Data("\nask: \(error.code): \(error.message)\n".utf8))
    exit(1)
} catch {
    FileHandle.standardError.write(Data("ask: \(error)\n".utf8))
    exit(1)
}
