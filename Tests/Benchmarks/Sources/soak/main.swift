import Foundation
import Mimeograph

// The long run that Scripts/soak starts. It ends with status 1 if there was a failure.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == SoakExits.argument { await SoakExits.beChild(Array(arguments.dropFirst())) }
let minutes = arguments.first.flatMap { Double($0) } ?? 1
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)

do {
    let violations = try await SoakRun(seconds: minutes * 60, seed: seed).run()
    exit(violations == 0 ? 0 : 1)
} catch {
    say("soak: \(error)")
    exit(1)
}
