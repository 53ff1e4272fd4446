import FuzzerSupport
import Mimeograph
import MimeographSessionTesting

// An input is a HAR file.
Fuzzer.run(longestInput: 4096) { input in
    let limits = DecodingLimits(inputBytes: 4000, depth: 32, elements: 500)
    let recording: HAR
    do throws(SerializationError) {
        recording = try HAR(bytes: input, limits: limits)
    } catch {
        require(error, fits: input, codes: [.limitExceeded, .truncated, .syntax, .dataShape])
        return
    }
    do throws(SerializationError) {
        let written = try recording.bytes()
        require(try HAR(bytes: written) == recording, "another recording is read from the written file")
    } catch {
        disagree("a recording cannot be written and read again: \(error)")
    }
    do throws(SerializationError) {
        _ = try ScriptedTransport(replaying: recording)
    } catch {
        require([.invalidField, .dataShape].contains(error.code), "replaying fails with \(error)")
        require(!error.codingPath.isEmpty, "the error names no entry: \(error)")
    }
}
