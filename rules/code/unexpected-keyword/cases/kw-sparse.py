from sklearn.preprocessing import OneHotEncoder

encoder = OneHotEncoder(handle_unknown="ignore", sparse=False)
print(encoder.fit_transform([["oak"], ["elm"]]))
