import Mimeograph

// Recordings of browsers contain secrets, so printing, dumping or reflecting on them shows no values and no bodies.

extension HAR: CustomStringConvertible, CustomReflectable {
    /// The number of entries. The contents are not shown, because they may be secret.
    public var description: String { "\(entries.count) recorded exchanges" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HAR.Entry: CustomStringConvertible, CustomReflectable {
    /// The method, the URL without its secret parts, and the status.
    public var description: String { "\(request): \(response)" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HAR.Request: CustomStringConvertible, CustomReflectable {
    /// The method and the URL without its secret parts.
    public var description: String { "\(method.visible(atMost: 40)) \(VisibleURL(url).shown())" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HAR.Response: CustomStringConvertible, CustomReflectable {
    /// The status and the number of fields.
    public var description: String { "\(status), \(headers.count) fields" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HAR.Pair: CustomStringConvertible, CustomReflectable {
    /// The name and the number of bytes of the value.
    public var description: String { "\(name.visible(atMost: 40)): \(value.utf8.count) bytes" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HAR.PostData: CustomStringConvertible, CustomReflectable {
    /// The media type and the number of bytes of the text.
    public var description: String { "\(mimeType.visible(atMost: 40)), \(text?.utf8.count ?? 0) bytes" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HAR.Content: CustomStringConvertible, CustomReflectable {
    /// The media type and the number of bytes.
    public var description: String { "\(mimeType.visible(atMost: 40)), \(size) bytes" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
