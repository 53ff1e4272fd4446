import Foundation
import TodoClient

let program = TodoProgram(
    environment: ProcessInfo.processInfo.environment,
    output: { line in
        print(line)
        // A pipe keeps what is not flushed, and changes come one at a time.
        fflush(nil)
    },
    complaints: { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
)
let status = await program.run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
