import Foundation
import TodoClient

let program = TodoProgram(
    environment: ProcessInfo.processInfo.environment,
    output: { line in
        print(line)
        // Changes arrive one at a time, and a pipe buffers output until it is flushed.
        fflush(nil)
    },
    complaints: { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
)
let status = await program.run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
