public import Mimeograph

extension ScriptedTransport {
    /// Makes a transport that answers from a HAR file, as ``init(replaying:secrets:)`` does.
    ///
    /// ```swift
    /// let transport = try ScriptedTransport(har: "Tests/users.har")
    /// ```
    /// - Parameters:
    ///   - file: A path, or a `file:` URL.
    ///   - secrets: The secrets that the recorder has left out.
    ///   - limits: The limits on the size of the file, on its depth, and on the number of JSON values.
    /// - Throws: `SerializationError`; see ``HAR/init(contentsOf:limits:)`` and ``init(replaying:secrets:)``.
    public convenience init(
        har file: String,
        secrets: HAR.Secrets = .standard,
        limits: DecodingLimits = HAR.limits
    ) throws(SerializationError) {
        try self.init(replaying: HAR(contentsOf: file, limits: limits), secrets: secrets)
    }

    /// Makes a transport that answers from a recording.
    ///
    /// A request is answered by the first entry with the same method, URL and body that has not answered yet, so repeated requests
    /// receive the recorded answers in order. Header fields are not compared. Neither are secrets, the fragment of the URL, and the
    /// boundary of a multipart body. Rules that you add answer before the recording does.
    ///
    /// A request without such an entry fails with `TransportError.Code.unsupported`, and its `underlying` error is an
    /// ``UnrecordedRequest``, which names the nearest entry. An entry without a response or without its body fails with
    /// `TransportError.Code.invalidResponse`. A body that the recorder did not read to its end fails after its start with
    /// `TransportError.Code.connectionLost`.
    ///
    /// The answer has no Content-Encoding and no Transfer-Encoding, because a recording has decoded bodies. It has no field
    /// Set-Cookie, Signature or Signature-Input whose value is hidden. If the body was coded or has hidden values, the answer has
    /// no digest of it either. Text in another charset than UTF-8 is answered as UTF-8, unless it is Base64 in the recording.
    ///
    /// - Parameters:
    ///   - recording: The recording, from a ``RecordingTransport`` or a browser.
    ///   - secrets: The secrets that the recorder has left out.
    /// - Throws: `SerializationError.Code.invalidField` for a header field that cannot be sent, for example with a line break;
    ///   `.dataShape` for a status that is negative or has more than three digits, and for invalid Base64. The coding path names
    ///   the entry.
    public convenience init(replaying recording: HAR, secrets: HAR.Secrets = .standard) throws(SerializationError) {
        self.init(try RecordedAnswers(recording, secrets))
    }
}

/// The reason why a recording has no answer to a request. It is the `underlying` error of a `TransportError`.
public struct UnrecordedRequest: Error, Hashable, Sendable {
    /// The index of the most similar entry, counted from 0; nil if the recording is empty.
    public let nearestEntry: Int?
    /// The parts in which the request differs from that entry. They are empty if the entry has answered already.
    public let differences: [Part]

    /// A part of a request.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        /// The method.
        case method
        /// The scheme, the host and the port.
        case origin
        /// The path.
        case path
        /// The query.
        case query
        /// The body.
        case body
    }
}
