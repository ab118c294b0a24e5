from sklearn.preprocessing import OneHotEncoder

encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
print(encoder.fit_transform([["oak"], ["elm"]]))
