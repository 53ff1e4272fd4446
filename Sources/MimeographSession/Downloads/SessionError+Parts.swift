import Mimeograph

extension SessionError {
    /// What comes is not the rest of what is there.
    static var wrongPart: SessionError {
        SessionError(
            .resumptionFailed,
            "The server sends another part of the file than the one that is missing.",
            remedy: "Start the download from its beginning."
        )
    }

    /// Less came than is missing.
    static var shortPart: SessionError {
        SessionError(
            .connectionLost,
            "The server sends less of the file than is missing.",
            remedy: "Go on with SessionError.resumption, or let a RetryPolicy do it."
        )
    }

    /// A part came where the whole was wanted.
    static var unaskedPart: SessionError {
        SessionError(
            .invalidResponse,
            "The server sends a part of the file though the whole was asked for.",
            remedy: "Whoever wants a part sets Range; else the server is wrong."
        )
    }

    /// The same error with the head of the response.
    func with(_ head: ResponseHead) -> SessionError {
        var error = self
        error.head = head
        return error
    }
}

extension DownloadResumption {
    /// Whether a response says nothing against its being of the same file.
    ///
    /// A server that does not know If-Range sends the rest of whatever it has by now; what tells is the validator.
    ///
    /// - Parameter isToldByAll: Whether one that has no validator is of another file: it is where bytes are to be put together.
    ///
    /// Source: RFC 9110 §15.3.7.3.
    func isSameFile(as head: ResponseHead, isToldByAll: Bool) -> Bool {
        let name = validator.utf8.first == UInt8(ascii: "\"") ? "ETag" : "Last-Modified"
        let told = Array(head.fields.values(of: name))
        if isToldByAll, told.isEmpty { return false }
        return isOfOrigin(head.url) && told.allSatisfy { $0.hasSameBytes(as: validator) }
    }

    /// Whether a response comes from the origin that the part came from: another one may call another file by the same tag.
    private func isOfOrigin(_ other: String?) -> Bool {
        guard let own = try? RequestURL(url), let other = other.flatMap({ try? RequestURL($0) }) else { return false }
        return own.hasSameOrigin(as: other)
    }
}
