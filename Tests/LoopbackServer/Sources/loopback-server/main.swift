import Foundation
import LoopbackServer

// Prints its URL. It ends with its parent process, or after ten minutes.
//
//   loopback-server [SOCKET-PATH]

let arguments = CommandLine.arguments.dropFirst()
let parent = getppid()
do {
    let server = try LoopbackServer(socketPath: arguments.first)
    FileHandle.standardOutput.write(Data("\(server.url)\n".utf8))
    let end = Date(timeIntervalSinceNow: 600)
    while getppid() == parent, Date() < end { Thread.sleep(forTimeInterval: 0.2) }
    server.stop()
} catch {
    FileHandle.standardError.write(Data("loopback-server: \(error)\n".utf8))
    exit(1)
}
