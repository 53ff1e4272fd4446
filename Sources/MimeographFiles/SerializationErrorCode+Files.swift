public import Mimeograph

extension SerializationError.Code {
    /// What was given for a file is a URL of something else.
    public static let notAFileURL = SerializationError.Code(rawValue: "notAFileURL")
    /// There is no file of that name.
    public static let fileNotFound = SerializationError.Code(rawValue: "fileNotFound")
    /// What is there is a directory.
    public static let fileIsDirectory = SerializationError.Code(rawValue: "fileIsDirectory")
    /// What is there is neither a file nor a directory, but a device, a socket or a pipe.
    public static let notARegularFile = SerializationError.Code(rawValue: "notARegularFile")
    /// The file is there and this process may not read it.
    public static let fileNotReadable = SerializationError.Code(rawValue: "fileNotReadable")
    /// The file has another length than when it was put into the body.
    public static let fileChanged = SerializationError.Code(rawValue: "fileChanged")
    /// A file that is to be made is there already.
    public static let fileExists = SerializationError.Code(rawValue: "fileExists")
    /// A file cannot be made or written.
    public static let fileNotWritable = SerializationError.Code(rawValue: "fileNotWritable")
}
